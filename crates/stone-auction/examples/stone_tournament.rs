//! A tournament from the command line, saved after every scenario:
//! `cargo run --release --example stone_tournament --features serde -- \
//!     adaptive,classic,classic,classic,classic,classic medium 84 0 results.json`

use std::time::Instant;

use stone_auction::{AgentKind, Family, GeneratorConfig, Tournament, generate_scenario};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let arg = |at: usize, or: &str| args.get(at).cloned().unwrap_or_else(|| or.into());
    let names = arg(1, "adaptive,classic,classic,classic,classic,classic");
    let line_up: Vec<AgentKind> = names.split(',').map(|name| name.parse().expect("an agent")).collect();
    let family = arg(2, "medium");
    let family = Family::ALL.into_iter().find(|other| other.name() == family).expect("a family");
    let scenarios = arg(3, "10").parse().expect("a number of scenarios");
    let seed = arg(4, "0").parse().expect("a seed");
    let file = args.get(5);
    let mut tournament: Tournament = file.and_then(|file| std::fs::read_to_string(file).ok()).map_or_else(
        || Tournament::new(line_up.len(), scenarios, seed),
        |text| serde_json::from_str(&text).expect("a saved tournament"),
    );
    tournament.extend_to(scenarios);
    let config = GeneratorConfig::new(family).with_teams(line_up.len());
    let begin = Instant::now();
    tournament.play(
        &|number| generate_scenario(&config, seed << 32 | number).scenario,
        &|seat| line_up[seat.entrant].player(seat.seed),
        &mut |so_far| {
            if let Some(file) = file {
                std::fs::write(file, serde_json::to_string(so_far).expect("plain data"))
                    .expect("a writable file");
            }
            true
        },
    );
    let names: Vec<&str> = line_up.iter().map(|kind| kind.name()).collect();
    let report = tournament.report(&names);
    println!(
        "{} {names:?}: {} games on {} scenarios, {:.1} s",
        family.name(),
        report.games,
        report.scenarios,
        begin.elapsed().as_secs_f64()
    );
    for line in &report.entrants {
        println!(
            "{:>9} ×{}: first {:5.1} % [{:.1}, {:.1}]  fill {:.4}  full {:5.1} %  money {:.3}  unplaced {:.3}",
            line.name,
            line.seats,
            100.0 * line.first.mean,
            100.0 * line.first.low,
            100.0 * line.first.high,
            line.fill.mean,
            100.0 * line.full.mean,
            line.money_left,
            line.unplaced
        );
    }
    println!(
        "second biddings {:.2} and awards {:.1} a round, passed {:.2} % of awards; seats {:?}",
        report.second_biddings,
        report.awards,
        100.0 * report.passed,
        report.seats.iter().map(|seat| (1000.0 * seat.mean).round() / 10.0).collect::<Vec<_>>()
    );
}
