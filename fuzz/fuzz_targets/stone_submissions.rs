//! Random calls in random phases: refused ones change nothing, money and stones
//! are never made or lost, and the replay holds.

#![no_main]

use libfuzzer_sys::arbitrary::{Arbitrary, Result, Unstructured};
use libfuzzer_sys::fuzz_target;
use stone_auction::{
    Bid, Commitment, Game, GeneratorConfig, KindId, Placement, Scenario, TeamId, generate_scenario,
};

#[derive(Debug, Arbitrary)]
enum Call {
    Submit(TeamId, Vec<Bid>),
    Retract(TeamId),
    Commit(TeamId, u8, Vec<Bid>),
    Reveal(TeamId, u8, Vec<Bid>),
    Answer(TeamId, KindId, u64),
    Advance,
    Undo,
    Place(TeamId, Vec<Placement>),
}

/// Small numbers, so that calls often make sense.
fn near(u: &mut Unstructured<'_>, call: Call) -> Result<Call> {
    let team = |team: TeamId| TeamId(team.0 % 5);
    let mut bids = |bids: Vec<Bid>| -> Result<Vec<Bid>> {
        let small = u.ratio(7, 8)?;
        let near = |bid: Bid| if small { Bid::new(KindId(bid.kind.0 % 14), bid.price % 200) } else { bid };
        Ok(bids.into_iter().map(near).collect())
    };
    Ok(match call {
        Call::Submit(of, list) => Call::Submit(team(of), bids(list)?),
        Call::Commit(of, nonce, list) => Call::Commit(team(of), nonce, bids(list)?),
        Call::Reveal(of, nonce, list) => Call::Reveal(team(of), nonce, bids(list)?),
        Call::Retract(of) => Call::Retract(team(of)),
        Call::Answer(of, kind, price) => Call::Answer(team(of), KindId(kind.0 % 14), price % 400),
        Call::Place(of, list) => Call::Place(team(of), list),
        other => other,
    })
}

fn conserved(scenario: &Scenario, game: &Game) {
    let start = scenario.opening_market();
    for kind in scenario.catalogue().kinds() {
        let owned: u32 =
            scenario.team_ids().map(|team| game.owned(team).expect("a team")[kind.index()]).sum();
        let last = game.history().last().map_or(&start, |round| &round.after);
        assert_eq!(start.supply[kind.index()], last.supply[kind.index()] + owned);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut u = Unstructured::new(bytes);
    let mut config = GeneratorConfig::default().with_teams(4);
    config.full_wall = false;
    let scenario = generate_scenario(&config, u.int_in_range(0..=7u64).unwrap_or(0)).scenario;
    let mut game = Game::new(scenario.clone());
    for _ in 0..200 {
        let Ok(call) = u.arbitrary().and_then(|call| near(&mut u, call)) else { break };
        if u.is_empty() {
            break;
        }
        let before = game.clone();
        let refused = match call {
            Call::Submit(team, bids) => game.submit(team, &bids).is_err(),
            Call::Retract(team) => game.retract(team).is_err(),
            Call::Commit(team, nonce, bids) => {
                let round = game.history().len();
                game.commit(team, Commitment::of(round, team, &bids, &[nonce; 32])).is_err()
            }
            Call::Reveal(team, nonce, bids) => game.reveal(team, &bids, &[nonce; 32]).is_err(),
            Call::Answer(team, kind, price) => game.answer(team, kind, price).is_err(),
            Call::Advance => game.advance().is_err(),
            Call::Undo => game.undo().is_err(),
            Call::Place(team, placements) => game.place(team, &placements).is_err(),
        };
        if refused {
            assert_eq!(format!("{game:?}"), format!("{before:?}"));
        }
        conserved(&scenario, &game);
    }
    assert!(game.replay().verify().is_ok());
});
