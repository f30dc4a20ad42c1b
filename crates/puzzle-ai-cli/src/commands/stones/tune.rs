//! `puzzle-ai stones tune`: better numbers for an agent.

use std::io::{self, Write};

use grid_core::Stream;
use serde_json::{Map, json};
use stack_eval::tune::{Objective, Trial};
use stone_auction::{
    Adaptive, AdaptiveConfig, Agent, AgentSpec, Classic, ClassicStyle, Game, GeneratorConfig,
    generate_scenario, play_game,
};

use crate::commands::Common;
use crate::commands::stones::source::{Supply, line_up};
use crate::error::CliError;
use crate::tuning::{self, TuneArgs};

/// Agents with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Tuned {
    /// k1 to k3 of the packing, spindle and prices of the article's strategy
    Classic,
    /// Costs and shares of the adaptive strategy
    Adaptive,
}

impl Tuned {
    fn numbers(self) -> (&'static [&'static str], Vec<f64>) {
        match self {
            Self::Classic => (&ClassicStyle::NUMBERS, ClassicStyle::default().numbers().to_vec()),
            Self::Adaptive => (&AdaptiveConfig::NUMBERS, AdaptiveConfig::default().numbers().to_vec()),
        }
    }

    fn player(self, point: &[f64], seed: u64) -> Box<dyn Agent> {
        match self {
            Self::Classic => {
                let style = ClassicStyle::default();
                let numbers = point.try_into().unwrap_or(style.numbers());
                Box::new(Classic::with_style(style.with_numbers(numbers), seed))
            }
            Self::Adaptive => {
                let config = AdaptiveConfig::default();
                let numbers = point.try_into().unwrap_or(config.numbers());
                Box::new(Adaptive::with_config(config.with_numbers(numbers), seed))
            }
        }
    }
}

/// Arguments of `stones tune`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Whose numbers
    #[arg(long, value_enum, default_value_t = Tuned::Classic)]
    agent: Tuned,
    /// The other seats
    #[arg(long, default_value = "classic,classic,classic,classic,classic", value_name = "NAMES")]
    against: String,
    /// Supply of the scenarios
    #[arg(long, value_enum, default_value_t = Supply::Medium)]
    family: Supply,
    #[command(flatten)]
    tune: TuneArgs,
}

/// A trial is a game on a scenario of its own: the share of the first place and the
/// share of the wall that is covered.
struct Contest {
    agent: Tuned,
    rivals: Vec<AgentSpec>,
    config: GeneratorConfig,
}

impl Objective for Contest {
    fn trial(&self, point: &[f64], seed: u64) -> Trial {
        let mut stream = Stream::new(seed, "stones tune", 0);
        let scenario = generate_scenario(&self.config, stream.next_u64()).scenario;
        let seat = stream.below(self.rivals.len() as u32 + 1) as usize;
        let mut players: Vec<Box<dyn Agent>> =
            self.rivals.iter().map(|rival| rival.player(stream.next_u64())).collect();
        players.insert(seat, self.agent.player(point, stream.next_u64()));
        let cells = scenario.wall().len() as f64;
        let game = play_game(Game::new(scenario), players);
        let groups = game.ranking();
        let first = groups.first().map_or(&[][..], |group| group);
        let share =
            if first.iter().any(|team| team.index() == seat) { 1.0 / first.len() as f64 } else { 0.0 };
        let area = game.standings().get(seat).map_or(0, |standing| standing.score.area);
        Trial::ended(share + area as f64 / cells)
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let rivals = line_up(&args.against)?;
    if rivals.len() > 63 {
        return Err(CliError::at("--against", "at most 64 teams are supported"));
    }
    let config = GeneratorConfig::new(args.family.into()).with_teams(rivals.len() + 1);
    let (names, start) = args.agent.numbers();
    let spread: Vec<f64> = start.iter().map(|number| number / 3.0).collect();
    let contest = Contest { agent: args.agent, rivals, config };
    let tuned = tuning::run(&args.tune, common, &args.tune.plan(&start, &spread, common.seed), &contest)?;
    let point = tuned.tuner.point();
    if common.json {
        let numbers: Map<_, _> =
            names.iter().zip(&point).map(|(name, value)| ((*name).into(), json!(value))).collect();
        let answer = json!({
            "numbers": numbers,
            "generations": tuned.tuner.generations().len(),
            "games": tuned.after.trials,
            "before": tuned.before.mean(),
            "after": tuned.after.mean(),
            "seed": common.seed,
        });
        writeln!(io::stdout(), "{answer}")?;
        return Ok(());
    }
    let mut out = io::stdout();
    writeln!(out, "{} generations, seed {}", tuned.tuner.generations().len(), common.seed)?;
    for ((name, before), after) in names.iter().zip(&start).zip(&point) {
        writeln!(out, "{name:<16} {before:>10.4} -> {after:>10.4}")?;
    }
    for (what, score) in [("before", tuned.before), ("after", tuned.after)] {
        if score.trials > 0 {
            let (mean, error) = (score.mean(), score.standard_error());
            writeln!(out, "{what}: {mean:.4} ± {error:.4} over {} games on seeds of the test", score.trials)?;
        }
    }
    writeln!(out, "a game is worth the share of the first place and of the wall")?;
    Ok(())
}
