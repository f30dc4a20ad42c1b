//! Rounds, walls and rankings as text.

use std::fmt::Write as _;
use std::io::{self, Write};

use stone_auction::{Bid, Event, Game, KindId, Outcome, Placement, RoundResult, Scenario, draw_wall};

use crate::terminal;

/// The name of a kind; `?` for one that does not exist.
pub(crate) fn kind_name(scenario: &Scenario, kind: KindId) -> &str {
    scenario.kinds().get(kind.index()).map_or("?", |kind| &kind.name)
}

/// The wall, the stones with area, floor price and count, the rounds.
pub(crate) fn scenario(out: &mut dyn Write, scenario: &Scenario) -> io::Result<()> {
    let wall = scenario.wall();
    writeln!(out, "{wall}\n")?;
    writeln!(
        out,
        "{} cells, {} teams, {} rounds",
        wall.len(),
        scenario.teams().len(),
        scenario.rounds().len()
    )?;
    for kind in scenario.kinds() {
        let (name, area) = (&kind.name, kind.shape.area());
        let rows: Vec<String> = kind.shape.to_string().lines().map(str::to_owned).collect();
        writeln!(
            out,
            "  {name:<3} {area} cells, floor {:>3}, {:>3} left   {}",
            kind.floor,
            kind.count,
            rows.join("/")
        )?;
    }
    Ok(())
}

/// The ledger of a round: a line a team, with what became of each bid.
pub(crate) fn round(out: &mut dyn Write, game: &Game, number: usize, rich: bool) -> io::Result<()> {
    let scenario = game.scenario();
    let result: &RoundResult = &game.history()[number];
    let limits = scenario.rounds()[number];
    let title = format!("Round {}: {} bids, {} wins", number + 1, limits.max_bids, limits.max_wins);
    writeln!(out, "{}", terminal::bold(rich, &title))?;
    for team in scenario.team_ids() {
        let mut line = String::new();
        for entry in result.outcomes.iter().filter(|entry| entry.team == team) {
            let mark = match entry.outcome {
                Outcome::Won => "+",
                Outcome::Outbid | Outcome::Tied => "-",
                _ => " ",
            };
            let price = entry.second_price.unwrap_or(entry.bid.price);
            let _ = write!(line, " {mark}{}{price}", kind_name(scenario, entry.bid.kind));
        }
        let name = &scenario.teams()[team.index()].name;
        writeln!(out, "  {name:<12}{:>6} left |{line}", result.after.money[team.index()])?;
    }
    for second in &result.second_rounds {
        let contest = &second.contest;
        let kind = kind_name(scenario, contest.kind);
        writeln!(out, "  second bidding at position {} for {kind} from {}", contest.position, contest.price)?;
    }
    for pass in &result.passed {
        writeln!(out, "  {} of {} passed", pass.units, kind_name(scenario, pass.kind))?;
    }
    Ok(())
}

/// What `advance` led to, in words.
pub(crate) fn event(scenario: &Scenario, event: &Event) -> String {
    match event {
        Event::Opened { round } => format!("round {} is opened", round + 1),
        Event::Announced(contest) => {
            let names: Vec<&str> =
                contest.teams.iter().map(|team| scenario.teams()[team.index()].name.as_str()).collect();
            format!(
                "second bidding at position {} for {} of {} from {}: {}",
                contest.position,
                contest.units,
                kind_name(scenario, contest.kind),
                contest.price,
                names.join(", ")
            )
        }
        Event::Closed { round } => format!("round {} is over", round + 1),
        Event::PlacingBegan => "all rounds are over: place your stones".to_owned(),
        Event::Ended => "the game is over".to_owned(),
    }
}

/// Walls next to each other, with a line under each.
pub(crate) fn walls(
    out: &mut dyn Write,
    scenario: &Scenario,
    walls: &[(String, &[Placement])],
) -> io::Result<()> {
    let width = scenario.wall().region().width().max(16) + 3;
    for group in walls.chunks(4) {
        let drawn: Vec<Vec<String>> = group
            .iter()
            .map(|(_, placements)| {
                let text = draw_wall(scenario.wall(), scenario.catalogue(), placements);
                text.lines().map(|row| row.replace('#', " ")).collect()
            })
            .collect();
        for row in 0..scenario.wall().region().height() {
            let line: String = drawn.iter().map(|rows| format!("{:<width$}", rows[row])).collect();
            writeln!(out, "{}", line.trim_end())?;
        }
        let line: String = group.iter().map(|(label, _)| format!("{label:<width$}")).collect();
        writeln!(out, "{}\n", line.trim_end())?;
    }
    Ok(())
}

/// The final walls and the ranking.
pub(crate) fn end(out: &mut dyn Write, game: &Game, players: &[String], rich: bool) -> io::Result<()> {
    let scenario = game.scenario();
    let standings = game.standings();
    let label =
        |team: usize| format!("{} {}/{}", players[team], standings[team].score.area, scenario.wall().len());
    let drawn: Vec<(String, &[Placement])> =
        scenario.team_ids().map(|team| (label(team.index()), game.arrangement(team))).collect();
    walls(out, scenario, &drawn)?;
    writeln!(out, "{}", terminal::bold(rich, "Ranking"))?;
    for (place, group) in game.ranking().iter().enumerate() {
        for team in group {
            let standing = standings[team.index()];
            writeln!(
                out,
                "  {}. {:<20} area {:>3}, money {:>5}, unplaced {}",
                place + 1,
                format!("{} ({})", scenario.teams()[team.index()].name, players[team.index()]),
                standing.score.area,
                standing.money,
                standing.score.unplaced_area
            )?;
        }
    }
    Ok(())
}

/// Bids as `A 100, B 60`.
pub(crate) fn bids(scenario: &Scenario, bids: &[Bid]) -> String {
    let bid = |bid: &Bid| format!("{} {}", kind_name(scenario, bid.kind), bid.price);
    bids.iter().map(bid).collect::<Vec<_>>().join(", ")
}

/// Reads a bid in the form `KIND:PRICE`.
pub(crate) fn parse_bid(scenario: &Scenario, text: &str) -> Result<Bid, String> {
    let (name, price) = text.split_once(':').ok_or_else(|| format!("{text:?} is not KIND:PRICE"))?;
    let kind = scenario.kind_named(name).ok_or_else(|| format!("there is no kind {name:?}"))?;
    let price = price.parse().map_err(|_| format!("{price:?} is not a price"))?;
    Ok(Bid::new(kind, price))
}
