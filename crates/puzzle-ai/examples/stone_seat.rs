//! A stone auction with a person at one seat and agents at the others, driven by a loop that never waits.
//!
//! The person is a stub here: in your game its decisions come from buttons, perhaps seconds later.
//!
//! `cargo run --release -p puzzle-ai --example stone_seat`

use puzzle_ai::stone_auction::{
    Agent, AgentKind, Bid, Contest, Family, Game, GeneratorConfig, Phase, Placement, TeamId, View, draw_wall,
    generate_scenario, pack,
};

/// The person's seat. Buys the largest stone that is left at its floor price, raises once, and lets the packer lay.
struct Person;

impl Agent for Person {
    fn name(&self) -> &str {
        "you"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let scenario = view.scenario();
        let affordable = scenario.catalogue().kinds().filter(|kind| {
            view.supply()[kind.index()] > 0 && scenario.floors()[kind.index()] <= view.own_money()
        });
        let largest = affordable.max_by_key(|kind| scenario.kinds()[kind.index()].shape.area());
        out.extend(largest.map(|kind| Bid::new(kind, scenario.floors()[kind.index()])));
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        (contest.price < view.own_money()).then_some(contest.price + 1)
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        let (scenario, budget) = (view.scenario(), puzzle_ai::grid::Budget::nodes(20_000));
        pack(scenario.wall(), scenario.catalogue(), view.own_stones(), &budget).placements
    }
}

/// One call of the game loop: whoever is awaited decides, else the referee goes on. False when all is over.
fn step(game: &mut Game, seats: &mut [Box<dyn Agent>]) -> Result<bool, Box<dyn std::error::Error>> {
    let Some(&team) = game.waiting_for().first() else {
        if game.phase() == Phase::Finished {
            return Ok(false);
        }
        game.advance()?;
        return Ok(true);
    };
    let seat = &mut seats[team.index()];
    let view = game.view(team).ok_or("no such seat")?;
    match game.phase() {
        Phase::Bidding { .. } => {
            let mut bids = Vec::new();
            seat.bids(&view, &mut bids);
            game.submit(team, &bids)?;
        }
        Phase::SecondBidding { .. } => {
            // No answer is the tied price.
            let answers: Vec<_> = view
                .contests()
                .iter()
                .map(|contest| (contest.kind, seat.second_bid(&view, contest).unwrap_or(contest.price)))
                .collect();
            for (kind, price) in answers {
                game.answer(team, kind, price)?;
            }
        }
        Phase::Placing => {
            let placements = seat.place(&view);
            game.place(team, &placements)?;
        }
        Phase::Finished => return Ok(false),
    }
    Ok(true)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut config = GeneratorConfig::new(Family::Medium).with_teams(3);
    (config.width, config.height) = ((8, 9), (5, 6)); // a wall that fits on a phone
    let mut game = Game::new(generate_scenario(&config, 7).scenario);
    let mut seats: Vec<Box<dyn Agent>> =
        vec![Box::new(Person), AgentKind::Greedy.player(1), AgentKind::Classic.player(2)];

    let mut frames = 0;
    while step(&mut game, &mut seats)? {
        frames += 1;
    }
    for (seat, standing) in seats.iter().zip(game.standings()) {
        println!("{:>8}: {} cells of wall, {} money left", seat.name(), standing.score.area, standing.money);
    }
    let (scenario, packing) = (game.scenario(), Person.place(&game.view(TeamId(0)).ok_or("no such seat")?));
    println!("{}", draw_wall(scenario.wall(), scenario.catalogue(), &packing));
    println!(
        "{} rounds in {frames} frames; the record is sound: {}",
        game.history().len(),
        game.replay().verify().is_ok()
    );
    Ok(())
}
