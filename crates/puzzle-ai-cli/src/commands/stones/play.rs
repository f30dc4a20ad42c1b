//! `puzzle-ai stones play`: a game between agents, or with a human seat.

use std::io::{self, Write};

use serde_json::json;
use stone_auction::{
    Agent, AgentKind, AgentSpec, Bid, Contest, Family, Game, GeneratorConfig, Placement, View, game_html,
    generate_scenario, play_game, wall_svg,
};

use crate::commands::Common;
use crate::commands::stones::source::{ScenarioArgs, line_up};
use crate::commands::stones::view;
use crate::error::CliError;
use crate::lines::Lines;
use crate::terminal;

/// Arguments of `stones play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    source: ScenarioArgs,
    /// One agent a seat, repeated if too few: random, floor, greedy, classic, planner, adaptive;
    /// weaker with a level, as in adaptive@4 or adaptive@easy
    #[arg(long, default_value = "adaptive,classic,planner,greedy,floor,random", value_name = "NAMES")]
    agents: String,
    /// Take this seat yourself, from 1; bids are read from standard input
    #[arg(long, value_name = "SEAT")]
    human: Option<usize>,
    /// Write the game as one HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Write the winner's wall as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<String>,
    /// Write the replay as JSON
    #[arg(long, value_name = "FILE")]
    replay: Option<String>,
}

/// A person at the terminal, with the strongest agent to pack for them.
struct Human {
    packer: Box<dyn Agent>,
}

impl Human {
    fn ask(question: &str) -> String {
        let mut lines = Lines::new(io::stdin().lock());
        loop {
            eprint!("{question} ");
            let _ = io::stderr().flush();
            match lines.text() {
                Ok(Some(Ok(line))) => return line.trim().to_owned(),
                Ok(Some(Err(error))) => eprintln!("{error}"),
                Ok(None) | Err(_) => return String::new(),
            }
        }
    }
}

impl Agent for Human {
    fn name(&self) -> &str {
        "you"
    }

    fn bids(&mut self, view: &View<'_>, out: &mut Vec<Bid>) {
        let scenario = view.scenario();
        let Some(limits) = view.limits() else { return };
        eprintln!(
            "Round {}: {} bids, {} wins, you have {}",
            view.round() + 1,
            limits.max_bids,
            limits.max_wins,
            view.own_money()
        );
        for (kind, (&left, &own)) in scenario.kinds().iter().zip(view.supply().iter().zip(view.own_stones()))
        {
            let shape = kind.shape.to_string().replace('\n', "/");
            eprintln!(
                "  {:<3} {} cells, floor {:>3}, {left:>3} left, you own {own}   {shape}",
                kind.name,
                kind.shape.area(),
                kind.floor
            );
        }
        loop {
            let line = Self::ask("Your bids, as KIND:PRICE in the order of your wish:");
            let read: Result<Vec<Bid>, String> =
                line.split_whitespace().map(|text| view::parse_bid(scenario, text)).collect();
            match read {
                Ok(bids) => return out.extend(bids),
                Err(reason) => eprintln!("{reason}"),
            }
        }
    }

    fn second_bid(&mut self, view: &View<'_>, contest: &Contest) -> Option<u64> {
        let kind = view::kind_name(view.scenario(), contest.kind);
        Self::ask(&format!("Second bidding for {kind}, {} left, from {}:", contest.units, contest.price))
            .parse()
            .ok()
    }

    fn place(&mut self, view: &View<'_>) -> Vec<Placement> {
        self.packer.place(view)
    }
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let scenario = args.source.load(common.seed)?;
    let seats = scenario.teams().len();
    let kinds = line_up(&args.agents)?;
    if args.human.is_some_and(|seat| !(1..=seats).contains(&seat)) {
        return Err(CliError::at("--human", format!("the seats are 1 to {seats}")));
    }
    let kinds: Vec<AgentSpec> = kinds.iter().copied().cycle().take(seats).collect();
    let agent = |seat: usize| -> Box<dyn Agent> {
        let seed = common.seed.wrapping_mul(1000).wrapping_add(seat as u64);
        if args.human == Some(seat + 1) {
            return Box::new(Human { packer: AgentKind::Adaptive.player(seed) });
        }
        kinds[seat].player(seed)
    };
    let agents: Vec<Box<dyn Agent>> = (0..seats).map(agent).collect();
    let players: Vec<String> = agents.iter().map(|agent| agent.name().to_owned()).collect();
    let game = play_game(Game::with_lots(scenario.into(), common.seed), agents);
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut out = terminal::drawings(common.json);
    writeln!(out, "seed {}", common.seed)?;
    view::scenario(&mut out, game.scenario())?;
    for number in 0..game.history().len() {
        view::round(&mut out, &game, number, rich)?;
    }
    writeln!(out)?;
    view::end(&mut out, &game, &players, rich)?;
    let write =
        |path: &str, text: String| std::fs::write(path, text).map_err(|error| CliError::at(path, error));
    if let Some(path) = &args.html {
        write(path, game_html(&game))?;
    }
    if let Some(path) = &args.svg {
        let first = game.ranking()[0][0];
        write(path, wall_svg(game.scenario().wall(), game.scenario().catalogue(), game.arrangement(first)))?;
    }
    if let Some(path) = &args.replay {
        write(path, serde_json::to_string(&game.replay()).map_err(CliError::input)?)?;
    }
    if common.json {
        let names = |group: &Vec<stone_auction::TeamId>| -> Vec<&str> {
            group.iter().map(|team| game.scenario().teams()[team.index()].name.as_str()).collect()
        };
        let answer = json!({
            "seed": common.seed, "players": players, "standings": game.standings(),
            "ranking": game.ranking().iter().map(names).collect::<Vec<_>>(),
            "digest": format!("{:016x}", game.stable_hash()),
        });
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}

/// The stop of the tour: the strongest agent against the article's strategy.
pub(crate) fn show(out: &mut dyn Write, common: &Common) -> Result<(), CliError> {
    let scenario =
        generate_scenario(&GeneratorConfig::new(Family::Medium).with_teams(4), common.seed).scenario;
    let kinds = [AgentKind::Adaptive, AgentKind::Classic, AgentKind::Planner, AgentKind::Greedy];
    let agents: Vec<Box<dyn Agent>> = kinds
        .iter()
        .enumerate()
        .map(|(seat, kind)| kind.player(common.seed.wrapping_add(seat as u64)))
        .collect();
    let players: Vec<String> = kinds.iter().map(|kind| kind.name().to_owned()).collect();
    let game = play_game(Game::new(scenario), agents);
    let rich = terminal::stdout_is_rich() && !common.json;
    view::round(out, &game, 0, rich)?;
    writeln!(out, "  … {} rounds\n", game.history().len())?;
    view::end(out, &game, &players, rich)?;
    Ok(())
}
