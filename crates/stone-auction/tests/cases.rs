//! The case files of `tests/data`: rounds, games, placements, rankings, shapes.

use std::collections::BTreeMap;

use grid_core::{Orientations, Polyomino, Symmetry};
use serde_json::Value;
use stone_auction::{
    Bid, Catalogue, Contest, KindId, Market, Placement, RankingRule, RoundResult, RoundRules, Score,
    Standing, TeamId, TieRule, Wall, check_placements, play_round, rank, resolve_round,
};

fn load(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("a case file is a JSON list")
}

fn names(value: &Value) -> Vec<String> {
    let name = |entry: &Value| entry.as_str().or_else(|| entry["id"].as_str()).unwrap().to_string();
    value.as_array().unwrap().iter().map(name).collect()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect()
}

struct Names {
    kinds: Vec<String>,
    teams: Vec<String>,
}

impl Names {
    fn kind(&self, name: &str) -> KindId {
        self.kinds.iter().position(|kind| kind == name).map_or(KindId::UNKNOWN, |at| KindId(at as u16))
    }

    fn bids(&self, case: &Value) -> Vec<Vec<Bid>> {
        let list = |team: &String| {
            let bids = case["bids"][team].as_array().unwrap().iter();
            bids.map(|bid| Bid::new(self.kind(bid[0].as_str().unwrap()), bid[1].as_u64().unwrap())).collect()
        };
        self.teams.iter().map(list).collect()
    }

    /// Plays the round of a case and compares everything it expects.
    fn round(&self, id: &str, floors: &[u64], case: &Value, before: &Market) -> RoundResult {
        let rules = RoundRules {
            floors,
            max_bids: case["max_bids"].as_u64().unwrap() as u32,
            max_wins: case["max_wins"].as_u64().unwrap() as u32,
            tie: TieRule::SecondBid,
            lots: 0,
        };
        let bids = self.bids(case);
        let answers: BTreeMap<(u64, &str, &str), Option<u64>> = case["second_bids"]
            .as_array()
            .unwrap()
            .iter()
            .map(|b| {
                let key = (
                    b["position"].as_u64().unwrap(),
                    b["kind"].as_str().unwrap(),
                    b["team"].as_str().unwrap(),
                );
                (key, b["answer"].as_u64())
            })
            .collect();
        let asked = std::cell::Cell::new(0);
        let mut second = |contest: &Contest, team: TeamId| {
            asked.set(asked.get() + 1);
            let kind = self.kinds[contest.kind.index()].as_str();
            answers[&(u64::from(contest.position), kind, self.teams[team.index()].as_str())]
        };
        let result = resolve_round(&rules, before, &bids, &mut second);
        assert_eq!(asked.get(), answers.len(), "{id}: every recorded answer is asked for");
        let mut quiet = before.clone();
        play_round(&rules, &mut quiet, &bids, &mut second);
        assert_eq!(quiet, result.after, "{id}: with and without a record");
        assert_eq!(self.published(case, &result), case["expect"], "{id}");
        result
    }

    /// The result in the form of the case files.
    fn published(&self, case: &Value, result: &RoundResult) -> Value {
        let team = |team: TeamId| self.teams[team.index()].as_str();
        let kind = |kind: KindId| self.kinds[kind.index()].as_str();
        let outcomes: Vec<Value> = result
            .outcomes
            .iter()
            .map(|entry| {
                // An unknown kind has its name only in the case.
                let name = &case["bids"][team(entry.team)][entry.position as usize - 1][0];
                let mut value = serde_json::json!({
                    "team": team(entry.team), "position": entry.position, "kind": name,
                    "price": entry.bid.price, "result": entry.outcome.name(),
                });
                if let Some(price) = entry.second_price {
                    value["second_price"] = price.into();
                }
                value
            })
            .collect();
        let awards: Vec<Value> = result
            .awards
            .iter()
            .map(|a| {
                serde_json::json!({"position": a.position, "kind": kind(a.kind), "team": team(a.team),
                    "price": a.price, "second": a.second})
            })
            .collect();
        let second_rounds: Vec<Value> = result
            .second_rounds
            .iter()
            .map(|second| {
                let bids: Vec<Value> = second
                    .answers
                    .iter()
                    .map(|a| serde_json::json!({"team": team(a.team), "answer": a.answer, "price": a.price}))
                    .collect();
                let contest = &second.contest;
                serde_json::json!({"position": contest.position, "kind": kind(contest.kind),
                    "price": contest.price, "units": contest.units, "bids": bids})
            })
            .collect();
        let passed: Vec<Value> = result
            .passed
            .iter()
            .map(|p| serde_json::json!({"position": p.position, "kind": kind(p.kind), "units": p.units}))
            .collect();
        let by_team = |values: Vec<u64>| -> Value { self.teams.iter().cloned().zip(values).collect() };
        let by_kind = |values: &[u32]| -> Value {
            self.kinds.iter().cloned().zip(values.iter().map(|&v| Value::from(v))).collect()
        };
        serde_json::json!({
            "outcomes": outcomes, "awards": awards, "second_rounds": second_rounds, "passed": passed,
            "money": by_team(result.after.money.clone()), "supply": by_kind(&result.after.supply),
            "wins": by_team(result.wins.iter().map(|&wins| u64::from(wins)).collect()),
        })
    }
}

fn opening(case: &Value) -> (Names, Vec<u64>, Market) {
    let names = Names { kinds: names(&case["kinds"]), teams: names(&case["teams"]) };
    let floors = case["kinds"].as_array().unwrap().iter().map(|kind| kind["floor"].as_u64().unwrap());
    let money = names.teams.iter().map(|team| case["money"][team].as_u64().unwrap());
    let supply = names.kinds.iter().map(|kind| case["supply"][kind].as_u64().unwrap() as u32);
    let market = Market { money: money.collect(), supply: supply.collect() };
    (names, floors.collect(), market)
}

#[test]
fn rounds() {
    let cases = load(include_str!("data/auction_rounds.json"));
    assert_eq!(cases.len(), 42);
    for case in cases {
        let (names, floors, market) = opening(&case);
        names.round(case["id"].as_str().unwrap(), &floors, &case, &market);
    }
}

#[test]
fn games() {
    let cases = load(include_str!("data/auction_games.json"));
    assert_eq!(cases.len(), 5);
    for case in cases {
        let (names, floors, mut market) = opening(&case);
        for round in case["rounds"].as_array().unwrap() {
            market = names.round(case["id"].as_str().unwrap(), &floors, round, &market).after;
        }
    }
}

/// The kinds of a drawing case with their shapes and the owned counts.
fn stones(case: &Value) -> (Vec<String>, Catalogue, Vec<u32>) {
    let shapes = case["stones"].as_object().unwrap();
    let kinds: Vec<String> = shapes.keys().cloned().collect();
    let drawn = shapes.values().map(|rows| strings(rows).join("\n").parse::<Polyomino>().unwrap());
    let owned = kinds.iter().map(|kind| case["owned"][kind].as_u64().unwrap_or(0) as u32).collect();
    let catalogue = Catalogue::new(drawn).unwrap();
    (kinds, catalogue, owned)
}

fn placements(list: &Value, kinds: &[String]) -> Vec<Placement> {
    let read = |entry: &Value| {
        let name = entry["kind"].as_str().unwrap();
        let kind = kinds.iter().position(|k| k == name).map_or(KindId::UNKNOWN, |at| KindId(at as u16));
        match entry["cells"].as_array() {
            Some(cells) => {
                let cells = cells.iter().map(|c| (c[0].as_i64().unwrap(), c[1].as_i64().unwrap()));
                Placement::on_cells(kind, cells.collect())
            }
            None => {
                let at = |name: &str| entry[name].as_i64().unwrap();
                Placement::turned(kind, at("rot"), at("x"), at("y"))
            }
        }
    };
    list.as_array().unwrap().iter().map(read).collect()
}

#[test]
fn placement_cases() {
    let cases = load(include_str!("data/placement_cases.json"));
    assert_eq!(cases.len(), 20);
    for case in cases {
        let wall = Wall::from_rows(strings(&case["wall"])).unwrap();
        let (kinds, catalogue, owned) = stones(&case);
        let laid = placements(&case["placements"], &kinds);
        let found = match check_placements(&wall, &catalogue, &owned, &laid) {
            Ok(score) => serde_json::json!({"legal": true, "errors": [], "score": {
                "area": score.area, "unplaced_area": score.unplaced_area,
                "unplaced_count": score.unplaced_count, "top_covered": score.top_covered,
                "top_len": score.top_len, "used": score.used}}),
            Err(errors) => {
                let one = |error: &stone_auction::PlacementError| {
                    let mut value = serde_json::json!({"index": error.index, "error": error.fault.name()});
                    if let stone_auction::PlacementFault::Overlap { with } = &error.fault {
                        value["with_"] = with.clone().into();
                    }
                    value
                };
                let errors: Vec<Value> = errors.errors().iter().map(one).collect();
                serde_json::json!({"legal": false, "errors": errors})
            }
        };
        assert_eq!(found, case["expect"], "{}", case["id"]);
    }
}

/// The witnesses of the optima are legal, and cover what they should.
#[test]
fn packing_witnesses() {
    for case in load(include_str!("data/optimal_packings.json")) {
        let wall = Wall::from_rows(strings(&case["wall"])).unwrap();
        let (kinds, catalogue, owned) = stones(&case);
        let laid = placements(&case["witness"], &kinds);
        let score = check_placements(&wall, &catalogue, &owned, &laid).unwrap();
        assert_eq!(score.area, case["expect"]["max_area"].as_u64().unwrap(), "{}", case["id"]);
        assert_eq!(wall.len() as u64, case["wall_area"].as_u64().unwrap());
    }
}

#[test]
fn rankings() {
    let cases = load(include_str!("data/ranking_cases.json"));
    assert_eq!(cases.len(), 12);
    for case in cases {
        let scores = case["scores"].as_object().unwrap();
        let standing = |value: &Value| {
            let of = |name: &str| value[name].as_u64().unwrap();
            Standing {
                money: of("money"),
                score: Score {
                    area: of("area"),
                    unplaced_area: of("unplaced_area"),
                    unplaced_count: of("unplaced_count"),
                    top_covered: of("top_covered"),
                    top_len: 0,
                    used: of("used"),
                },
            }
        };
        let teams: Vec<&String> = scores.keys().collect();
        let standings: Vec<Standing> = scores.values().map(standing).collect();
        for (rule, name) in [(RankingRule::Article, "article"), (RankingRule::Guide, "guide")] {
            let groups = rank(&standings, rule);
            let named: Vec<Vec<&String>> =
                groups.iter().map(|group| group.iter().map(|&at| teams[at]).collect()).collect();
            assert_eq!(serde_json::json!(named), case["expect"][name], "{} {name}", case["id"]);
        }
    }
}

#[test]
fn shapes() {
    let cases = load(include_str!("data/shape_cases.json"));
    assert_eq!(cases.len(), 20);
    for case in cases {
        let shape: Polyomino = strings(&case["shape"]).join("\n").parse().unwrap();
        let turned = shape.transformed(Symmetry::Rot90).to_string();
        let found = serde_json::json!({
            "area": shape.area(), "min_rectangles": shape.min_rectangles(),
            "distinct_orientations": shape.orientations(Orientations::Rotations).len(),
            "chiral": shape.is_chiral(), "rot1": turned.lines().collect::<Vec<_>>(),
        });
        assert_eq!(found, case["expect"], "{}", case["id"]);
    }
}

/// The packer proves every optimum of the file, also a step at a time.
#[test]
fn optimal_packings() {
    let cases = load(include_str!("data/optimal_packings.json"));
    assert_eq!(cases.len(), 14);
    for case in cases {
        let wall = Wall::from_rows(strings(&case["wall"])).unwrap();
        let (_, catalogue, owned) = stones(&case);
        let packing = stone_auction::pack(&wall, &catalogue, &owned, &grid_core::Budget::nodes(2_000_000));
        let expected = case["expect"]["max_area"].as_u64().unwrap() as usize;
        assert_eq!(
            (packing.area, packing.upper_bound, packing.proven),
            (expected, expected, true),
            "{}",
            case["id"]
        );
        let score = check_placements(&wall, &catalogue, &owned, &packing.placements).unwrap();
        assert_eq!(score.area as usize, expected);
    }
}
