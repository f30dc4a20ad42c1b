//! `puzzle-ai stones advise`: at the side of one team in a real contest.

use std::io::{self, IsTerminal, Write};

use stone_auction::{Adaptive, Agent, Bid, Game, Phase, Scenario, TeamId};

use crate::commands::Common;
use crate::commands::stones::source::ScenarioArgs;
use crate::commands::stones::view;
use crate::error::CliError;
use crate::lines::Lines;
use crate::terminal;

/// Arguments of `stones advise`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    source: ScenarioArgs,
    /// The team to help, by name; the first if left out
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
}

const HELP: &str = "advice                     bids for this round, or a price in a second bidding
bid TEAM KIND:PRICE …      what a team bid, position 1 first; quote names with blanks
retract TEAM               take a list back before closing
close                      open the lists, or end a second bidding
second TEAM KIND PRICE     what a team named in a second bidding
undo                       take the opening or the last round back, lists stay to be corrected
state                      money, stones and supply
place                      the best packing of the own stones now
quit                       leave";

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let scenario = args.source.load(common.seed)?;
    let team = match &args.team {
        Some(name) => scenario
            .team_named(name)
            .ok_or_else(|| CliError::at("--team", format!("there is no team {name:?}")))?,
        None => TeamId(0),
    };
    let mut desk = Desk { game: Game::with_lots(scenario.into(), common.seed), team, seed: common.seed };
    let mut out = terminal::drawings(common.json);
    view::scenario(&mut out, desk.game.scenario())?;
    desk.advice(&mut out)?;
    let prompt = io::stdin().is_terminal();
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        if prompt {
            write!(out, "> ")?;
        }
        out.flush()?;
        let line = match lines.text()? {
            None => return Ok(()),
            Some(Ok(line)) => line,
            Some(Err(error)) => {
                writeln!(out, "not done: {error}")?;
                continue;
            }
        };
        match words(line) {
            words if words.is_empty() => {}
            words if words[0] == "quit" => return Ok(()),
            words => {
                let parts: Vec<&str> = words.iter().map(String::as_str).collect();
                if let Err(slip) = desk.obey(&parts, &mut out) {
                    // A slip changes nothing; the operator tries again.
                    writeln!(out, "not done: {}", slip.0)?;
                }
            }
        }
    }
}

/// Splits a line at blanks, not within double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.trim().split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Something the operator typed that makes no sense.
struct Slip(String);

impl<T: std::fmt::Display> From<T> for Slip {
    fn from(reason: T) -> Self {
        Self(reason.to_string())
    }
}

struct Desk {
    game: Game,
    team: TeamId,
    seed: u64,
}

impl Desk {
    fn scenario(&self) -> &Scenario {
        self.game.scenario()
    }

    fn team_named(&self, name: &str) -> Result<TeamId, Slip> {
        Ok(self.scenario().team_named(name).ok_or_else(|| format!("there is no team {name:?}"))?)
    }

    fn obey(&mut self, words: &[&str], out: &mut dyn Write) -> Result<(), Slip> {
        match words {
            ["help"] => writeln!(out, "{HELP}")?,
            ["advice"] => self.advice(out)?,
            ["bid", team, bids @ ..] => {
                let team = self.team_named(team)?;
                let bids: Vec<Bid> = bids
                    .iter()
                    .map(|text| view::parse_bid(self.scenario(), text))
                    .collect::<Result<_, _>>()?;
                let issues = self.game.check(team, &bids);
                self.game.submit(team, &bids)?;
                for issue in issues {
                    writeln!(out, "look again: {issue}")?;
                }
                let missing = self.game.waiting_for().len();
                writeln!(out, "taken; {missing} lists are missing")?;
            }
            ["retract", team] => {
                let team = self.team_named(team)?;
                self.game.retract(team)?;
                writeln!(out, "taken back")?;
            }
            ["second", team, kind, price] => {
                let team = self.team_named(team)?;
                let kind =
                    self.scenario().kind_named(kind).ok_or_else(|| format!("there is no kind {kind:?}"))?;
                let price = price.parse().map_err(|_| format!("{price:?} is not a price"))?;
                self.game.answer(team, kind, price)?;
                writeln!(out, "taken")?;
            }
            ["close"] => {
                let before = self.game.history().len();
                for event in self.game.advance()? {
                    writeln!(out, "{}", view::event(self.scenario(), &event))?;
                }
                if self.game.history().len() > before {
                    view::round(out, &self.game, before, false)?;
                }
                if self.game.phase() != Phase::Finished {
                    self.advice(out)?;
                }
            }
            ["undo"] => {
                self.game.undo()?;
                writeln!(
                    out,
                    "back at {}; the lists stand as they were, retract what is wrong",
                    self.game.phase()
                )?;
            }
            ["state"] => self.state(out)?,
            ["place"] => self.place(out)?,
            other => return Err(format!("{:?} is not known; try help", other[0]).into()),
        }
        Ok(())
    }

    /// Advice depends on the state only, so that it is the same after an undo.
    fn advice(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(view) = self.game.view(self.team) else { return Ok(()) };
        let mut agent = Adaptive::new(self.seed);
        let mut bids = Vec::new();
        match self.game.phase() {
            Phase::Bidding { round } => {
                agent.bids(&view, &mut bids);
                writeln!(out, "advice for round {}: {}", round + 1, view::bids(self.scenario(), &bids))?;
                if let Some(plan) = agent.plan() {
                    view::walls(out, self.scenario(), &[("the plan".to_owned(), plan)])?;
                }
            }
            Phase::SecondBidding { .. } => {
                // Planning tells what the stones are worth.
                agent.bids(&view, &mut bids);
                for contest in view.contests() {
                    let price = agent.second_bid(&view, contest).unwrap_or(contest.price);
                    writeln!(out, "advice for {}: {price}", view::kind_name(self.scenario(), contest.kind))?;
                }
            }
            Phase::Placing => self.place(out)?,
            Phase::Finished => {}
        }
        Ok(())
    }

    fn place(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(view) = self.game.view(self.team) else { return Ok(()) };
        let placements = Adaptive::new(self.seed).place(&view);
        let cells: usize =
            placements.iter().map(|placement| self.scenario().catalogue().area(placement.kind)).sum();
        let label = format!("{cells} of {} cells", self.scenario().wall().len());
        view::walls(out, self.scenario(), &[(label, &placements)])
    }

    fn state(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.game.phase())?;
        let market = self.game.market();
        let stones = |counts: &[u32]| {
            let named = self.scenario().kinds().iter().zip(counts).filter(|(_, count)| **count > 0);
            named.map(|(kind, count)| format!("{}×{count}", kind.name)).collect::<Vec<_>>().join(" ")
        };
        writeln!(out, "supply: {}", stones(&market.supply))?;
        for team in self.scenario().team_ids() {
            let name = &self.scenario().teams()[team.index()].name;
            let owned = self.game.owned(team).unwrap_or_default();
            writeln!(out, "{name}: money {}, stones {}", market.money[team.index()], stones(owned))?;
        }
        Ok(())
    }
}
