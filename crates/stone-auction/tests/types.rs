//! What all public types can do.

use stone_auction::*;

fn plain<T: Send + Sync + Unpin>() {}

#[test]
fn public_types_cross_threads() {
    plain::<Scenario>();
    plain::<ScenarioParts>();
    plain::<ScenarioError>();
    plain::<Game>();
    plain::<View<'static>>();
    plain::<Event>();
    plain::<SubmitError>();
    plain::<PlaceError>();
    plain::<Replay>();
    plain::<ReplayError>();
    plain::<RoundResult>();
    plain::<Market>();
    plain::<Contest>();
    plain::<Placement>();
    plain::<PlacementErrors>();
    plain::<Standing>();
    plain::<Commitment>();
    plain::<Catalogue>();
    plain::<Wall>();
    plain::<Packer>();
    plain::<PackSearch<'static>>();
    plain::<Packing>();
    plain::<Adaptive>();
    plain::<Classic>();
    plain::<Planner>();
    plain::<Tournament>();
    plain::<PlayedGame>();
    plain::<TournamentError>();
    plain::<TournamentReport>();
    plain::<Generated>();
    plain::<PlantedPuzzle>();
}

/// The first scenario, game and packing never change.
#[test]
fn golden_digests() {
    let scenario = generate_scenario(&GeneratorConfig::new(Family::Medium), 0).scenario;
    let agents = AgentKind::ALL.iter().zip(0..).map(|(kind, seed)| kind.player(seed)).collect();
    let game = play_game(Game::new(scenario.clone()), agents);
    let digests = [scenario.stable_hash(), game.stable_hash(), plant_puzzle(60, 12, 0).stones.len() as u64];
    assert_eq!(digests, GOLDEN, "{digests:#x?}");
}

const GOLDEN: [u64; 3] = [0xcd65_cd45_4ca2_bb2e, 0x38b8_fe83_68d4_baee, 11];
