//! Agents of every skill: legal, repeatable, weaker below and the same at best.

use grid_core::Skill;
use stone_auction::{
    Agent, AgentKind, AgentSpec, Family, Game, GeneratorConfig, Phase, Skilled, TeamId, Tournament,
    generate_scenario, play_game,
};

fn game(family: Family, seed: u64, teams: usize) -> Game {
    Game::new(generate_scenario(&GeneratorConfig::new(family).with_teams(teams), seed).scenario)
}

fn agents(kinds: impl Iterator<Item = AgentSpec>) -> Vec<Box<dyn Agent>> {
    kinds.zip(0..).map(|(kind, seed)| kind.player(seed)).collect()
}

/// Whatever the level, lists and answers are taken, prices keep to floor and money, and
/// the arrangement is legal.
#[test]
fn what_is_handed_in_is_legal_at_each_level() {
    let mut asked = 0;
    for (number, skill) in Skill::all().enumerate() {
        let family = Family::ALL[number % Family::ALL.len()];
        let mut game = game(family, number as u64, 6);
        let mut agents = agents(AgentKind::ALL.into_iter().map(|kind| AgentSpec { kind, skill }));
        while game.phase() != Phase::Finished {
            for team in game.waiting_for() {
                let agent = &mut agents[team.index()];
                let view = game.view(team).unwrap();
                match game.phase() {
                    Phase::Bidding { .. } => {
                        let mut bids = Vec::new();
                        agent.bids(&view, &mut bids);
                        for bid in &bids {
                            let floor = view.scenario().floors()[bid.kind.index()];
                            assert!(bid.price >= floor, "{} bids {bid:?}", agent.name());
                        }
                        game.submit(team, &bids).unwrap();
                        asked += bids.len();
                    }
                    Phase::SecondBidding { .. } => {
                        let answers: Vec<_> = view
                            .contests()
                            .iter()
                            .map(|contest| (contest.kind, contest.price, agent.second_bid(&view, contest)))
                            .collect();
                        for (kind, tied, price) in answers {
                            let price = price.unwrap_or(tied);
                            assert!(price >= tied, "{} answers {price} to {tied}", agent.name());
                            game.answer(team, kind, price).unwrap();
                        }
                    }
                    _ => {
                        let placements = agent.place(&view);
                        game.place(team, &placements).unwrap();
                    }
                }
            }
            if game.advance().is_err() {
                break;
            }
        }
        assert!(game.replay().verify().is_ok());
    }
    assert!(asked > 300, "{asked}");
}

#[test]
fn the_best_is_the_agent_without_a_skill() {
    let plain =
        play_game(game(Family::Medium, 5, 6), agents(AgentKind::ALL.into_iter().map(AgentSpec::from)));
    let seats = AgentKind::ALL.into_iter().zip(0..);
    let wrapped = |(kind, seed): (AgentKind, u64)| -> Box<dyn Agent> {
        Box::new(Skilled::new(kind.player(seed), Skill::BEST, 99))
    };
    let skilled = play_game(game(Family::Medium, 5, 6), seats.map(wrapped).collect());
    assert_eq!(plain.replay(), skilled.replay());
    let names: Vec<String> =
        AgentKind::ALL.into_iter().map(|kind| AgentSpec::from(kind).to_string()).collect();
    assert_eq!(names, AgentKind::ALL.map(AgentKind::name));
}

#[test]
fn games_are_repeatable() {
    let easy = || AgentKind::ALL.into_iter().map(|kind| AgentSpec { kind, skill: Skill::EASY });
    let first = play_game(game(Family::Scarce, 2, 6), agents(easy()));
    assert_eq!(first.replay(), play_game(game(Family::Scarce, 2, 6), agents(easy())).replay());
    let other = easy().zip(50..).map(|(kind, seed)| kind.player(seed)).collect();
    assert_ne!(first.replay(), play_game(game(Family::Scarce, 2, 6), other).replay());
}

/// A weak player fills less of its wall, but does not leave its stones lying.
#[test]
fn whoever_has_stones_lays_some() {
    for (seed, level) in [(0, 1), (1, 2), (9, 2), (20, 3), (23, 2)] {
        let skill = Skill::new(level).unwrap();
        let spec = |kind, skill| AgentSpec { kind, skill };
        let weak = [AgentKind::Adaptive, AgentKind::Planner].map(|kind| spec(kind, skill));
        let strong = [AgentKind::Greedy, AgentKind::Classic].map(|kind| spec(kind, Skill::BEST));
        let played = play_game(game(Family::Medium, seed, 4), agents(weak.into_iter().chain(strong)));
        for team in (0..4).map(TeamId) {
            let stones: u32 = played.owned(team).unwrap().iter().sum();
            assert!(stones == 0 || !played.arrangement(team).is_empty(), "seed {seed}, team {}", team.0);
        }
    }
}

/// Walls fill better and first places are won more often, level by level.
#[test]
fn strength_grows_with_the_level() {
    let config = GeneratorConfig::new(Family::Medium).with_teams(4);
    let line_up: Vec<AgentSpec> =
        ["adaptive@1", "adaptive@4", "adaptive@7", "adaptive"].map(|name| name.parse().unwrap()).into();
    let mut tournament = Tournament::new(4, 6, 1);
    tournament.play(
        &|number| generate_scenario(&config, number).scenario,
        &|seat| line_up[seat.entrant].player(seat.seed),
        &mut |_| true,
    );
    let names: Vec<String> = line_up.iter().map(ToString::to_string).collect();
    let report = tournament.report(&names);
    let fill: Vec<f64> = report.entrants.iter().map(|line| line.fill.mean).collect();
    assert!(fill.windows(2).all(|pair| pair[0] + 0.01 < pair[1]), "{fill:?}");
    assert!(report.entrants[3].first.mean > 0.5 && report.entrants[0].first.mean < 0.1);
}

/// What a level does in a game never changes.
#[test]
fn golden_game() {
    let kinds =
        [1, 3, 5, 8].map(|level| AgentSpec { kind: AgentKind::Greedy, skill: Skill::new(level).unwrap() });
    let played = play_game(game(Family::Medium, 42, 4), agents(kinds.into_iter()));
    let stones: Vec<usize> = (0..4).map(|team| played.arrangement(TeamId(team)).len()).collect();
    assert_eq!(
        (format!("{:016x}", played.stable_hash()), stones),
        ("2d2da0eab894f1f6".to_owned(), vec![8, 12, 11, 14])
    );
}

#[test]
fn names_are_checked() {
    for bad in ["", "nobody", "nobody@3", "adaptive@", "adaptive@0", "adaptive@11", "adaptive@3@3", "@3"] {
        let error = bad.parse::<AgentSpec>().unwrap_err();
        assert!(error.to_string().contains("there is no agent"), "{error}");
    }
}
