//! `stone.*`: rounds, placements, packings and rankings of the stone auction.

use std::collections::BTreeMap;

use grid_core::draw::Rows;
use grid_core::{Budget, Polyomino};
use serde_json::{Map, Value, json};
use stone_auction::{
    Bid, Catalogue, Contest, KindId, Market, Packer, Placement, PlacementFault, PlacementForm, RankingRule,
    RoundResult, RoundRules, Scenario, Score, Standing, TeamId, TieRule, Wall, WallError, check_placements,
    rank, resolve_round,
};

use crate::jsonl::fields::{Field, Fields, exact, integer};
use crate::jsonl::op::OpError;
use crate::ops::grid::{drawing_error, polyomino_error};

/// Nodes of a packing without a budget: below two CPU-seconds.
const PACK_NODES: u64 = 1_200_000;
/// Most bids of a list, void ones counted.
const MAX_LIST: usize = 4096;
/// Most placements of an arrangement.
const MAX_PLACEMENTS: usize = stone_auction::Game::MAX_PLACEMENTS;

fn too_large(at: &str, message: impl std::fmt::Display) -> OpError {
    OpError::new("too_large", message).at(at)
}

/// An object whose keys are names, such as money by team.
struct Named<T>(BTreeMap<String, T>);

impl<T: Field> Field for Named<T> {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let mut fields = Fields::read(value, at)?;
        let names = fields.names();
        let read = |name: String| fields.required(&name).map(|value| (name, value));
        names.into_iter().map(read).collect::<Result<_, _>>().map(Self)
    }
}

impl<T> Named<T> {
    /// Takes the value of a name that must be there.
    fn take(&mut self, name: &str, at: &str) -> Result<T, OpError> {
        let value = self.0.remove(name);
        value.ok_or_else(|| {
            OpError::new("missing_field", format!("{name:?} is missing")).at(&format!("{at}.{name}"))
        })
    }

    /// Refuses names that nobody took.
    fn finish(self, at: &str) -> Result<(), OpError> {
        match self.0.into_keys().next() {
            Some(name) => {
                Err(OpError::bad_value(&format!("{at}.{name}"), format!("{name:?} does not take part")))
            }
            None => Ok(()),
        }
    }
}

/// An integer of any size, brought to the nearest of 64 bits.
struct Clamped(i64);

impl Field for Clamped {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let digits = integer(&value, at)?;
        let far = if digits.starts_with('-') { i64::MIN } else { i64::MAX };
        Ok(Self(digits.parse().unwrap_or(far)))
    }
}

/// A pair of values in an array.
struct Pair<A, B>(A, B);

impl<A: Field, B: Field> Field for Pair<A, B> {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        let values: Vec<Value> = Vec::read(value, at)?;
        let [a, b]: [Value; 2] = values.try_into().map_err(|values: Vec<Value>| {
            OpError::bad_value(at, format!("a pair is expected, {} values were found", values.len()))
        })?;
        Ok(Self(A::read(a, &format!("{at}[0]"))?, B::read(b, &format!("{at}[1]"))?))
    }
}

/// Money or a price of a scenario.
fn limited(value: u64, at: &str) -> Result<u64, OpError> {
    let most = Scenario::MAX_MONEY;
    if value <= most { Ok(value) } else { Err(OpError::bad_value(at, format!("{value} is above {most}"))) }
}

/// Distinct names, at most so many.
fn distinct(names: &[String], most: usize, at: &str) -> Result<(), OpError> {
    if names.len() > most {
        return Err(too_large(at, format!("{} are given; at most {most} are supported", names.len())));
    }
    match (1..names.len()).find(|&i| names[..i].contains(&names[i])) {
        Some(i) => Err(OpError::bad_value(&format!("{at}[{i}]"), format!("{:?} is given twice", names[i]))),
        None => Ok(()),
    }
}

/// The names of a round, in order.
struct Names {
    kinds: Vec<String>,
    teams: Vec<String>,
}

impl Names {
    fn kind(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind == name).map(|at| KindId(at as u16))
    }

    fn team(&self, name: &str) -> Option<TeamId> {
        self.teams.iter().position(|team| team == name).map(|at| TeamId(at as u16))
    }
}

/// An answer as given, and as a valid price may be.
struct Given {
    shown: Value,
    price: Option<u64>,
}

impl Field for Given {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        if value.is_null() {
            return Ok(Self { shown: Value::Null, price: None });
        }
        let digits = integer(&value, at)?;
        // A number that is no price at all is not valid, and counts as none.
        let price = digits.parse().ok();
        let shown = price.map_or(Value::from(digits), |price: u64| exact(price.into()));
        Ok(Self { shown, price })
    }
}

type Answers = BTreeMap<(u32, KindId, TeamId), (Given, String)>;

fn second_bids(fields: &mut Fields, names: &Names) -> Result<Answers, OpError> {
    let list: Vec<Fields> = fields.or("second_bids", Vec::new())?;
    let mut answers = Answers::new();
    for mut entry in list {
        let at = entry.path("");
        let at = at.trim_end_matches('.').to_owned();
        let position: u32 = entry.required("position")?;
        let (kind_at, team_at) = (entry.path("kind"), entry.path("team"));
        let kind: String = entry.required("kind")?;
        let team: String = entry.required("team")?;
        let answer: Given = entry.required("answer")?;
        entry.finish()?;
        let kind = names
            .kind(&kind)
            .ok_or_else(|| OpError::bad_value(&kind_at, format!("there is no kind {kind:?}")))?;
        let team = names
            .team(&team)
            .ok_or_else(|| OpError::bad_value(&team_at, format!("{team:?} does not take part")))?;
        if answers.insert((position, kind, team), (answer, at.clone())).is_some() {
            return Err(OpError::bad_value(&at, "the team has answered in this contest already"));
        }
    }
    Ok(answers)
}

/// The bids, and the names of the kinds as written.
type Lists = (Vec<Vec<Bid>>, Vec<Vec<String>>);

fn lists(fields: &mut Fields, names: &Names) -> Result<Lists, OpError> {
    let at = fields.path("bids");
    let mut given: Named<Vec<Pair<String, u64>>> = fields.required("bids")?;
    let (mut bids, mut written) = (Vec::new(), Vec::new());
    for team in &names.teams {
        let list = given.0.remove(team).unwrap_or_default();
        if list.len() > MAX_LIST {
            return Err(too_large(&format!("{at}.{team}"), format!("a list has at most {MAX_LIST} bids")));
        }
        let (mut row, mut kinds) = (Vec::new(), Vec::new());
        for (i, Pair(kind, price)) in list.into_iter().enumerate() {
            let price = limited(price, &format!("{at}.{team}[{i}][1]"))?;
            row.push(Bid::new(names.kind(&kind).unwrap_or(KindId::UNKNOWN), price));
            kinds.push(kind);
        }
        bids.push(row);
        written.push(kinds);
    }
    given.finish(&at)?;
    Ok((bids, written))
}

/// One auction round.
pub(crate) fn resolve(mut fields: Fields) -> Result<Value, OpError> {
    let kinds_at = fields.path("kinds");
    let kinds: Vec<Fields> = fields.required("kinds")?;
    let (mut ids, mut floors) = (Vec::new(), Vec::new());
    for mut kind in kinds {
        let floor_at = kind.path("floor");
        ids.push(kind.required::<String>("id")?);
        kind.optional::<u64>("area")?;
        floors.push(limited(kind.required("floor")?, &floor_at)?);
        kind.finish()?;
    }
    distinct(&ids, Catalogue::MAX_KINDS, &kinds_at)?;
    let teams_at = fields.path("teams");
    let teams: Vec<String> = fields.required("teams")?;
    if teams.is_empty() {
        return Err(OpError::bad_value(&teams_at, "there is no team"));
    }
    distinct(&teams, Scenario::MAX_TEAMS, &teams_at)?;
    let names = Names { kinds: ids, teams };

    let (supply_at, money_at) = (fields.path("supply"), fields.path("money"));
    let mut supply: Named<u32> = fields.required("supply")?;
    let mut money: Named<u64> = fields.required("money")?;
    let mut market = Market::default();
    for kind in &names.kinds {
        market.supply.push(supply.take(kind, &supply_at)?);
    }
    for team in &names.teams {
        market.money.push(limited(money.take(team, &money_at)?, &format!("{money_at}.{team}"))?);
    }
    supply.finish(&supply_at)?;
    money.finish(&money_at)?;

    let (bids_at, wins_at) = (fields.path("max_bids"), fields.path("max_wins"));
    let max_bids: u32 = fields.required("max_bids")?;
    let max_wins: u32 = fields.required("max_wins")?;
    if max_bids > Scenario::MAX_BIDS {
        return Err(too_large(&bids_at, format!("a round has at most {} bids", Scenario::MAX_BIDS)));
    }
    if max_wins == 0 || max_wins > max_bids {
        return Err(OpError::bad_value(&wins_at, format!("{max_wins} is not in 1 to max_bids {max_bids}")));
    }
    let (bids, written) = lists(&mut fields, &names)?;
    let answers = second_bids(&mut fields, &names)?;
    fields.finish()?;

    let rules = RoundRules { floors: &floors, max_bids, max_wins, tie: TieRule::SecondBid, lots: 0 };
    let mut answer = |contest: &Contest, team: TeamId| {
        answers.get(&(contest.position, contest.kind, team)).and_then(|(given, _)| given.price)
    };
    let result = resolve_round(&rules, &market, &bids, &mut answer);
    let asked = |&(position, kind, team): &(u32, KindId, TeamId)| {
        result.second_rounds.iter().any(|second| {
            let contest = &second.contest;
            contest.position == position && contest.kind == kind && contest.teams.contains(&team)
        })
    };
    if let Some((_, (_, at))) = answers.iter().find(|(key, _)| !asked(key)) {
        return Err(OpError::bad_value(
            at,
            "the team is in no second bidding for this kind at this position",
        ));
    }
    Ok(published(&names, &written, &answers, &result))
}

fn published(names: &Names, written: &[Vec<String>], answers: &Answers, result: &RoundResult) -> Value {
    let team = |team: TeamId| names.teams[team.index()].as_str();
    let kind = |kind: KindId| names.kinds[kind.index()].as_str();
    let outcome = |entry: &stone_auction::BidResult| {
        let name = &written[entry.team.index()][entry.position as usize - 1];
        let mut value = json!({
            "team": team(entry.team), "position": entry.position, "kind": name,
            "price": exact(entry.bid.price.into()), "result": entry.outcome.name(),
        });
        if let Some(price) = entry.second_price {
            value["second_price"] = exact(price.into());
        }
        value
    };
    let award = |award: &stone_auction::Award| {
        json!({
            "position": award.position, "kind": kind(award.kind), "team": team(award.team),
            "price": exact(award.price.into()), "second": award.second,
        })
    };
    let second = |second: &stone_auction::SecondRound| {
        let contest = &second.contest;
        let bid = |answer: &stone_auction::Answer| {
            let given = answers.get(&(contest.position, contest.kind, answer.team));
            json!({
                "team": team(answer.team), "answer": given.map_or(Value::Null, |(given, _)| given.shown.clone()),
                "price": exact(answer.price.into()),
            })
        };
        json!({
            "position": contest.position, "kind": kind(contest.kind), "price": exact(contest.price.into()),
            "units": contest.units, "bids": second.answers.iter().map(bid).collect::<Vec<_>>(),
        })
    };
    let pass = |pass: &stone_auction::Pass| json!({ "position": pass.position, "kind": kind(pass.kind), "units": pass.units });
    let by = |names: &[String], values: Vec<Value>| -> Value { names.iter().cloned().zip(values).collect() };
    json!({
        "outcomes": result.outcomes.iter().map(outcome).collect::<Vec<_>>(),
        "awards": result.awards.iter().map(award).collect::<Vec<_>>(),
        "second_rounds": result.second_rounds.iter().map(second).collect::<Vec<_>>(),
        "passed": result.passed.iter().map(pass).collect::<Vec<_>>(),
        "money": by(&names.teams, result.after.money.iter().map(|&money| exact(money.into())).collect()),
        "supply": by(&names.kinds, result.after.supply.iter().map(|&units| units.into()).collect()),
        "wins": by(&names.teams, result.wins.iter().map(|&wins| wins.into()).collect()),
    })
}

/// A wall, its stones by name, and how many of each are owned.
pub(crate) struct Stones {
    pub(crate) wall: Wall,
    pub(crate) names: Vec<String>,
    pub(crate) catalogue: Catalogue,
    pub(crate) owned: Vec<u32>,
}

impl Stones {
    /// Reads the fields `wall`, `stones` and `owned`.
    pub(crate) fn read(fields: &mut Fields) -> Result<Self, OpError> {
        let (wall_at, stones_at, owned_at) =
            (fields.path("wall"), fields.path("stones"), fields.path("owned"));
        let rows: Vec<String> = fields.required("wall")?;
        let wall = Wall::from_rows(rows.iter().map(String::as_str)).map_err(|error| match error {
            WallError::TooLarge { .. } => too_large(&wall_at, error),
            WallError::Drawing(error) => drawing_error(&wall_at, error),
            _ => OpError::bad_value(&wall_at, error),
        })?;
        let drawn: Named<Vec<String>> = fields.required("stones")?;
        if drawn.0.len() > Catalogue::MAX_KINDS {
            return Err(too_large(
                &stones_at,
                format!("at most {} kinds are supported", Catalogue::MAX_KINDS),
            ));
        }
        let (mut names, mut shapes) = (Vec::new(), Vec::new());
        for (name, rows) in drawn.0 {
            let at = format!("{stones_at}.{name}");
            let drawing = Rows::from_rows(rows.iter().map(String::as_str));
            let drawing = drawing.map_err(|error| drawing_error(&at, error))?;
            let shape = Polyomino::from_drawing(&drawing).map_err(|error| polyomino_error(&at, error))?;
            if shape.area() > Catalogue::MAX_AREA {
                return Err(too_large(&at, format!("a stone has at most {} cells", Catalogue::MAX_AREA)));
            }
            if !shape.is_connected() {
                return Err(OpError::bad_value(&at, "the shape is not connected"));
            }
            names.push(name);
            shapes.push(shape);
        }
        let catalogue = Catalogue::new(shapes).map_err(|error| OpError::bad_value(&stones_at, error))?;
        let mut given: Named<u32> = fields.required("owned")?;
        let owned = names.iter().map(|name| given.0.remove(name).unwrap_or(0)).collect();
        given.finish(&owned_at)?;
        Ok(Self { wall, names, catalogue, owned })
    }

    /// Reads the field `placements`.
    pub(crate) fn placements(&self, fields: &mut Fields) -> Result<Vec<Placement>, OpError> {
        let at = fields.path("placements");
        let list: Vec<Fields> = fields.required("placements")?;
        if list.len() > MAX_PLACEMENTS {
            return Err(too_large(&at, format!("an arrangement has at most {MAX_PLACEMENTS} placements")));
        }
        let mut placements = Vec::with_capacity(list.len());
        for mut entry in list {
            let name: String = entry.required("kind")?;
            let kind = self.names.iter().position(|kind| *kind == name);
            let kind = kind.map_or(KindId::UNKNOWN, |at| KindId(at as u16));
            let placement = match entry.optional::<Vec<Pair<Clamped, Clamped>>>("cells")? {
                Some(cells) => {
                    Placement::on_cells(kind, cells.into_iter().map(|Pair(x, y)| (x.0, y.0)).collect())
                }
                None => {
                    let rot: Clamped = entry.required("rot")?;
                    let x: Clamped = entry.required("x")?;
                    let y: Clamped = entry.required("y")?;
                    Placement::turned(kind, rot.0, x.0, y.0)
                }
            };
            entry.finish()?;
            placements.push(placement);
        }
        Ok(placements)
    }

    /// A placement in the form of the protocol.
    pub(crate) fn published(&self, placement: &Placement) -> Value {
        let kind = &self.names[placement.kind.index()];
        match &placement.form {
            PlacementForm::Turned { rot, x, y } => json!({ "kind": kind, "rot": rot, "x": x, "y": y }),
            PlacementForm::Cells { cells } => json!({ "kind": kind, "cells": cells }),
        }
    }
}

fn score(score: &Score) -> Value {
    json!({
        "area": score.area, "unplaced_area": score.unplaced_area, "unplaced_count": score.unplaced_count,
        "top_covered": score.top_covered, "top_len": score.top_len, "used": score.used,
    })
}

/// Legality and score of an arrangement.
pub(crate) fn check(mut fields: Fields) -> Result<Value, OpError> {
    let stones = Stones::read(&mut fields)?;
    let placements = stones.placements(&mut fields)?;
    fields.finish()?;
    Ok(checked(&stones, &placements))
}

/// The answer of `stone.check_placement`.
pub(crate) fn checked(stones: &Stones, placements: &[Placement]) -> Value {
    match check_placements(&stones.wall, &stones.catalogue, &stones.owned, placements) {
        Ok(found) => json!({ "legal": true, "errors": [], "score": score(&found) }),
        Err(errors) => {
            let error = |error: &stone_auction::PlacementError| {
                let mut value = json!({ "index": error.index, "error": error.fault.name() });
                if let PlacementFault::Overlap { with } = &error.fault {
                    value["with_"] = json!(with);
                }
                value
            };
            json!({ "legal": false, "errors": errors.errors().iter().map(error).collect::<Vec<_>>() })
        }
    }
}

/// The largest area that stones can cover.
pub(crate) fn pack(mut fields: Fields) -> Result<Value, OpError> {
    let stones = Stones::read(&mut fields)?;
    let budget = fields.budget()?;
    fields.finish()?;
    let seed = 0;
    Ok(packed(&stones, budget, seed).0)
}

/// The answer of `stone.pack`, and the arrangement.
pub(crate) fn packed(stones: &Stones, budget: Option<Budget>, seed: u64) -> (Value, Vec<Placement>) {
    let budget = budget.unwrap_or_else(|| Budget::nodes(PACK_NODES));
    let packing = Packer::new(&stones.wall, &stones.catalogue).pack(&stones.owned, &budget, seed);
    let placements: Vec<Value> =
        packing.placements.iter().map(|placement| stones.published(placement)).collect();
    let mut answer = json!({
        "area": packing.area, "upper_bound": packing.upper_bound, "proven": packing.proven,
        "placements": placements,
    });
    if !packing.proven {
        answer["complete"] = json!(false);
    }
    (answer, packing.placements)
}

/// Tie groups by rank.
pub(crate) fn ranking(mut fields: Fields) -> Result<Value, OpError> {
    let at = fields.path("rule_set");
    let scores: Named<Fields> = fields.required("scores")?;
    let rule: String = fields.or("rule_set", "article".to_owned())?;
    fields.finish()?;
    let rule = match rule.as_str() {
        "article" => RankingRule::Article,
        "guide" => RankingRule::Guide,
        other => {
            return Err(OpError::bad_value(
                &at,
                format!("there is no rule set {other:?}; article and guide are"),
            ));
        }
    };
    let mut standings: Vec<(String, Standing)> = Vec::new();
    for (team, mut fields) in scores.0 {
        let score = Score {
            area: fields.required("area")?,
            unplaced_area: fields.required("unplaced_area")?,
            unplaced_count: fields.required("unplaced_count")?,
            top_covered: fields.required("top_covered")?,
            top_len: fields.or("top_len", 0)?,
            used: fields.required("used")?,
        };
        let money = fields.required("money")?;
        fields.finish()?;
        standings.push((team, Standing { score, money }));
    }
    // `t10` comes after `t9`.
    let number = |name: &str| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let digits = name[stem.len()..].trim_start_matches('0').to_owned();
        (stem, digits.len(), digits)
    };
    standings.sort_by_cached_key(|(team, _)| number(team));
    let groups = rank(&standings.iter().map(|(_, standing)| *standing).collect::<Vec<_>>(), rule);
    let names = |group: Vec<usize>| group.into_iter().map(|at| standings[at].0.clone()).collect::<Vec<_>>();
    Ok(Value::Object(Map::from_iter([(
        "groups".to_owned(),
        groups.into_iter().map(names).collect::<Vec<_>>().into(),
    )])))
}

#[cfg(test)]
mod tests;
