//! `puzzle-ai stones referee`: a game driven by JSON commands, one a line.

use std::io::{self, Write};

use serde_json::{Map, Value, json};
use stone_auction::{Bid, Commitment, Event, Game, Placement, Replay, TeamId};

use crate::commands::Common;
use crate::commands::stones::source::{ScenarioArgs, read};
use crate::commands::stones::view;
use crate::error::CliError;
use crate::json;
use crate::jsonl::fields::{Field, Fields, exact};
use crate::jsonl::op::OpError;
use crate::lines::Lines;

/// Arguments of `stones referee`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    source: ScenarioArgs,
    /// Verify a replay instead: play it again and compare every digest
    #[arg(long, value_name = "FILE")]
    verify: Option<String>,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    let mut out = io::stdout();
    if let Some(path) = &args.verify {
        let replay: Replay = read(path, "a replay")?;
        let game = replay.verify().map_err(|error| CliError::at(path, error))?;
        let digest = format!("{:016x}", game.stable_hash());
        writeln!(out, "{}", json!({ "ok": true, "rounds": game.history().len(), "digest": digest }))?;
        return Ok(());
    }
    let mut game = Game::with_lots(args.source.load(common.seed)?.into(), common.seed);
    let mut lines = Lines::new(io::stdin().lock());
    while let Some(line) = lines.bytes()? {
        if line.is_ok_and(|line| line.trim_ascii().is_empty()) {
            continue;
        }
        let answer = match line.map_err(OpError::of_line).and_then(|line| obey(&mut game, line)) {
            Ok(ok) => json!({ "ok": ok }),
            Err(error) => {
                json!({ "error": { "code": error.code, "message": error.message, "at": error.at } })
            }
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// What `do` can be.
const COMMANDS: [&str; 11] = [
    "submit", "retract", "commit", "reveal", "answer", "advance", "undo", "place", "view", "ranking",
    "replay",
];

/// A refusal of the game: the command was understood, but is not possible.
fn refused(error: impl std::fmt::Display) -> OpError {
    OpError::new("refused", error)
}

fn obey(game: &mut Game, line: &[u8]) -> Result<Value, OpError> {
    let object = json::read(line).map_err(|error| OpError::new("bad_json", error))?;
    let mut fields = Fields::read(object, "$")?;
    let what: String = fields.required("do")?;
    match what.as_str() {
        "submit" => {
            let team = team(game, &mut fields)?;
            let bids = bids(game, &mut fields)?;
            fields.finish()?;
            let issues: Vec<String> = game.check(team, &bids).iter().map(ToString::to_string).collect();
            game.submit(team, &bids).map_err(refused)?;
            Ok(json!({ "waiting_for": waiting(game), "issues": issues }))
        }
        "retract" => {
            let team = team(game, &mut fields)?;
            fields.finish()?;
            game.retract(team).map_err(refused)?;
            Ok(json!({ "waiting_for": waiting(game) }))
        }
        "commit" => {
            let team = team(game, &mut fields)?;
            let at = fields.path("hash");
            let hash: String = fields.required("hash")?;
            fields.finish()?;
            let bound: Commitment = hash.parse().map_err(|error| OpError::bad_value(&at, error))?;
            game.commit(team, bound).map_err(refused)?;
            Ok(json!({ "waiting_for": waiting(game) }))
        }
        "reveal" => {
            let team = team(game, &mut fields)?;
            let bids = bids(game, &mut fields)?;
            let at = fields.path("nonce");
            let nonce: String = fields.required("nonce")?;
            fields.finish()?;
            // A nonce is written like a hash.
            let nonce: Commitment = nonce.parse().map_err(|error| OpError::bad_value(&at, error))?;
            game.reveal(team, &bids, nonce.bytes()).map_err(refused)?;
            Ok(json!({ "waiting_for": waiting(game) }))
        }
        "answer" => {
            let team = team(game, &mut fields)?;
            let at = fields.path("kind");
            let name: String = fields.required("kind")?;
            let price: u64 = fields.required("price")?;
            fields.finish()?;
            let kind = game.scenario().kind_named(&name);
            let kind = kind.ok_or_else(|| OpError::bad_value(&at, format!("there is no kind {name:?}")))?;
            game.answer(team, kind, price).map_err(refused)?;
            Ok(json!({ "waiting_for": waiting(game) }))
        }
        "advance" => {
            fields.finish()?;
            let events = game.advance().map_err(refused)?;
            let rounds: Vec<Value> = events.iter().filter_map(|event| closed(game, event)).collect();
            let texts: Vec<String> = events.iter().map(|event| view::event(game.scenario(), event)).collect();
            Ok(
                json!({ "phase": game.phase().to_string(), "events": texts, "rounds": rounds, "waiting_for": waiting(game) }),
            )
        }
        "undo" => {
            fields.finish()?;
            game.undo().map_err(refused)?;
            Ok(json!({ "phase": game.phase().to_string() }))
        }
        "place" => {
            let team = team(game, &mut fields)?;
            let placements = placements(game, &mut fields)?;
            fields.finish()?;
            let score = game.place(team, &placements).map_err(refused)?;
            Ok(json!({ "score": score }))
        }
        "view" => {
            let team = team(game, &mut fields)?;
            fields.finish()?;
            Ok(seen(game, team))
        }
        "ranking" => {
            fields.finish()?;
            let groups: Vec<Vec<String>> = game
                .ranking()
                .iter()
                .map(|group| group.iter().map(|&team| name(game, team)).collect())
                .collect();
            Ok(json!({ "groups": groups }))
        }
        "replay" => {
            fields.finish()?;
            serde_json::to_value(game.replay()).map_err(|error| OpError::new("internal", error))
        }
        other => {
            let known = COMMANDS.join(", ");
            Err(OpError::bad_value("$.do", format!("{other:?} is not known; the commands are {known}")))
        }
    }
}

fn name(game: &Game, team: TeamId) -> String {
    game.scenario().teams()[team.index()].name.clone()
}

fn waiting(game: &Game) -> Vec<String> {
    game.waiting_for().into_iter().map(|team| name(game, team)).collect()
}

fn team(game: &Game, fields: &mut Fields) -> Result<TeamId, OpError> {
    let at = fields.path("team");
    let name: String = fields.required("team")?;
    let team = game.scenario().team_named(&name);
    team.ok_or_else(|| OpError::bad_value(&at, format!("{name:?} does not take part")))
}

fn bids(game: &Game, fields: &mut Fields) -> Result<Vec<Bid>, OpError> {
    let at = fields.path("bids");
    let list: Vec<Value> = fields.required("bids")?;
    let bid = |(i, value): (usize, Value)| {
        let at = format!("{at}[{i}]");
        let pair = value.as_array().and_then(|pair| Some((pair.first()?.as_str()?, pair.get(1)?.as_u64()?)));
        let (name, price) =
            pair.ok_or_else(|| OpError::bad_value(&at, "a pair of kind and price is expected"))?;
        // An unknown kind is a void bid, not an error.
        let kind = game.scenario().kind_named(name).unwrap_or(stone_auction::KindId::UNKNOWN);
        Ok(Bid::new(kind, price))
    };
    list.into_iter().enumerate().map(bid).collect()
}

fn placements(game: &Game, fields: &mut Fields) -> Result<Vec<Placement>, OpError> {
    let list: Vec<Fields> = fields.required("placements")?;
    let read = |mut entry: Fields| {
        let kind: String = entry.required("kind")?;
        let (rot, x, y) = (entry.required("rot")?, entry.required("x")?, entry.required("y")?);
        entry.finish()?;
        let kind = game.scenario().kind_named(&kind).unwrap_or(stone_auction::KindId::UNKNOWN);
        Ok(Placement::turned(kind, rot, x, y))
    };
    list.into_iter().map(read).collect()
}

/// The published result of a round that an event closes.
fn closed(game: &Game, event: &Event) -> Option<Value> {
    let Event::Closed { round } = event else { return None };
    let result = &game.history()[*round];
    let kind = |kind| view::kind_name(game.scenario(), kind).to_owned();
    let outcomes: Vec<Value> = result
        .outcomes
        .iter()
        .map(|entry| {
            json!({
                "position": entry.position, "team": name(game, entry.team), "kind": kind(entry.bid.kind),
                "price": exact(entry.bid.price.into()), "result": entry.outcome.name(),
                "second_price": entry.second_price.map(|price| exact(price.into())),
            })
        })
        .collect();
    let money: Map<String, Value> = game
        .scenario()
        .team_ids()
        .map(|team| (name(game, team), exact(result.after.money[team.index()].into())))
        .collect();
    let supply: Map<String, Value> = game
        .scenario()
        .kinds()
        .iter()
        .zip(&result.after.supply)
        .map(|(kind, &units)| (kind.name.clone(), units.into()))
        .collect();
    Some(json!({ "round": round + 1, "outcomes": outcomes, "money": money, "supply": supply }))
}

/// What a team may know now, beside the published rounds.
fn seen(game: &Game, team: TeamId) -> Value {
    let Some(view) = game.view(team) else { return Value::Null };
    let counts = |counts: &[u32]| -> Map<String, Value> {
        game.scenario().kinds().iter().zip(counts).map(|(kind, &n)| (kind.name.clone(), n.into())).collect()
    };
    let contests: Vec<Value> = view
        .contests()
        .iter()
        .map(|contest| {
            json!({
                "position": contest.position, "kind": view::kind_name(game.scenario(), contest.kind),
                "price": exact(contest.price.into()), "units": contest.units,
                "teams": contest.teams.iter().map(|&team| name(game, team)).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "phase": view.phase().to_string(), "round": view.round() + 1,
        "money": exact(view.own_money().into()), "stones": counts(view.own_stones()),
        "supply": counts(view.supply()), "contests": contests,
        "submitted": view.submission().map(|bids| bids.len()),
    })
}

#[cfg(test)]
mod tests {
    use stone_auction::{Family, GeneratorConfig, generate_scenario};

    use super::*;

    #[test]
    fn every_command_is_known() {
        let scenario = generate_scenario(&GeneratorConfig::new(Family::Medium), 0).scenario;
        let mut game = Game::with_lots(scenario.into(), 0);
        let mut said = |name: &str| match obey(&mut game, json!({ "do": name }).to_string().as_bytes()) {
            Ok(_) => String::new(),
            Err(error) => error.message,
        };
        for name in COMMANDS {
            assert!(!said(name).contains("not known"), "{name}");
        }
        assert!(said("x").ends_with(&COMMANDS.join(", ")));
    }
}
