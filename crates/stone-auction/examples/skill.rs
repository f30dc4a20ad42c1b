//! How strong each level is: `cargo run --release -p puzzle-ai-stone-auction --example skill`.
//! One agent of each level against five of `classic`, seats rotating. Arguments: scenarios,
//! the agent, the rivals' agent.

use grid_core::Skill;
use stone_auction::{AgentKind, AgentSpec, GeneratorConfig, Tournament, generate_scenario};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let scenarios: u64 = arguments.first().map_or(Ok(20), |text| text.parse())?;
    let kind: AgentKind = arguments.get(1).map_or(Ok(AgentKind::Adaptive), |text| text.parse())?;
    let rival: AgentSpec = arguments.get(2).map_or(Ok(AgentKind::Classic.into()), |text| text.parse())?;
    let config = GeneratorConfig::default();
    println!("| level | first % | 95 % | wall filled % | 95 % | money left % |\n|---|---|---|---|---|---|");
    for skill in Skill::all() {
        let mut line_up = [rival; 6];
        line_up[0] = AgentSpec { kind, skill };
        let mut tournament = Tournament::new(6, scenarios, 0);
        tournament.play(
            &|number| generate_scenario(&config, number).scenario,
            &|seat| line_up[seat.entrant].player(seat.seed),
            &mut |_| true,
        );
        let names: Vec<String> = line_up.iter().map(ToString::to_string).collect();
        let report = tournament.report(&names);
        let line = &report.entrants[0];
        let per_cent = |value: f64| format!("{:.1}", 100.0 * value);
        let interval = |low, high| format!("{} to {}", per_cent(low), per_cent(high));
        println!(
            "| {skill} | {} | {} | {} | {} | {} |",
            per_cent(line.first.mean),
            interval(line.first.low, line.first.high),
            per_cent(line.fill.mean),
            interval(line.fill.low, line.fill.high),
            per_cent(line.money_left),
        );
    }
    Ok(())
}
