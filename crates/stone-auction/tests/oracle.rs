//! A slow, obvious referee and a slow, obvious check of arrangements, written
//! from the rules' text; the fast ones must agree on random games bit for bit,
//! and keep the invariants of rules §2.6.

use std::collections::{BTreeMap, BTreeSet};

use grid_core::{Cell, Orientations, Region, Stream, polyominoes};
use stone_auction::{
    Bid, Catalogue, Contest, KindId, Market, Outcome, Placement, PlacementFault, RoundResult, RoundRules,
    TeamId, TieRule, Wall, check_placements, play_round, resolve_round, settle,
};

/// A random round: `style` 0 plain, 1 many ties, 2 little money, 3 odd numbers.
struct Case {
    floors: Vec<u64>,
    market: Market,
    max_bids: u32,
    max_wins: u32,
    bids: Vec<Vec<Bid>>,
    /// Answers by (position, kind, team).
    seed: u64,
}

fn case(stream: &mut Stream) -> Case {
    let style = stream.below(4);
    let (teams, kinds) = (1 + stream.below(8), 1 + stream.below(5));
    let max_bids = 1 + stream.below(6);
    let steps = if style == 1 { 3 } else { 30 };
    let floors: Vec<u64> = (0..kinds).map(|_| u64::from(stream.below(3)) * 5).collect();
    let most = if style == 2 { 40 } else { 300 };
    let market = Market {
        money: (0..teams).map(|_| u64::from(stream.below(most))).collect(),
        supply: (0..kinds).map(|_| stream.below(4)).collect(),
    };
    let bid = |stream: &mut Stream| {
        let kind = if style == 3 { stream.below(kinds + 2) } else { stream.below(kinds) };
        let price = u64::from(stream.below(steps)) * if style == 1 { 10 } else { 3 };
        let price = if style == 3 && stream.below(9) == 0 { u64::MAX - price } else { price };
        Bid::new(KindId(kind as u16), price)
    };
    let bids = (0..teams).map(|_| (0..stream.below(max_bids + 3)).map(|_| bid(stream)).collect()).collect();
    Case { floors, market, max_bids, max_wins: 1 + stream.below(max_bids), bids, seed: stream.next_u64() }
}

impl Case {
    fn rules(&self) -> RoundRules<'_> {
        RoundRules {
            floors: &self.floors,
            max_bids: self.max_bids,
            max_wins: self.max_wins,
            tie: TieRule::SecondBid,
            lots: 0,
        }
    }

    /// Some answers are missing, too low or too high.
    fn answer(&self, position: u32, price: u64, team: TeamId) -> Option<u64> {
        let mut stream = Stream::new(self.seed, "answers", u64::from(position) << 16 | u64::from(team.0));
        match stream.below(5) {
            0 => None,
            1 => Some(price.saturating_sub(1)),
            2 => Some(price + 1000),
            _ => Some(price + u64::from(stream.below(4))),
        }
    }

    fn fast(&self) -> RoundResult {
        let mut answers =
            |contest: &Contest, team: TeamId| self.answer(contest.position, contest.price, team);
        resolve_round(&self.rules(), &self.market, &self.bids, &mut answers)
    }
}

type Slow = (BTreeMap<(u32, usize), (Outcome, Option<u64>)>, Market, Vec<u32>);

/// The round by the letter of the rules: maps and loops, nothing shared with the
/// library but its vocabulary.
fn slow(case: &Case) -> Slow {
    let mut money = case.market.money.clone();
    let mut supply = case.market.supply.clone();
    let mut wins = vec![0u32; money.len()];
    let mut withdrawn = BTreeSet::new();
    let mut outcomes = BTreeMap::new();
    let longest = case.bids.iter().map(Vec::len).max().unwrap_or(0);
    for position in 1..=longest as u32 {
        let mut active: BTreeMap<usize, Vec<(usize, u64)>> = BTreeMap::new();
        for (team, list) in case.bids.iter().enumerate() {
            let Some(bid) = list.get(position as usize - 1) else { continue };
            let kind = bid.kind.index();
            let outcome = if position > case.max_bids {
                Outcome::TooManyBids
            } else if kind >= case.floors.len() {
                Outcome::UnknownKind
            } else if bid.price < case.floors[kind] {
                Outcome::BelowFloor
            } else if wins[team] == case.max_wins {
                Outcome::WinLimit
            } else if withdrawn.contains(&kind) {
                Outcome::Withdrawn
            } else if supply[kind] == 0 {
                Outcome::SoldOut
            } else if bid.price > money[team] {
                Outcome::NoFunds
            } else {
                active.entry(kind).or_default().push((team, bid.price));
                continue;
            };
            outcomes.insert((position, team), (outcome, None));
        }
        for (kind, bids) in active {
            let (won, tied, lost) = split(&bids, supply[kind] as usize);
            for (team, price) in won {
                money[team] -= price;
                supply[kind] -= 1;
                wins[team] += 1;
                outcomes.insert((position, team), (Outcome::Won, None));
            }
            for (team, _) in lost {
                outcomes.insert((position, team), (Outcome::Outbid, None));
            }
            let renewed: Vec<(usize, u64)> = tied
                .iter()
                .map(|&(team, price)| {
                    let answer = case.answer(position, price, TeamId(team as u16));
                    (team, answer.filter(|&new| new >= price && new <= money[team]).unwrap_or(price))
                })
                .collect();
            let (won, tied, lost) = split(&renewed, supply[kind] as usize);
            for (team, price) in won {
                money[team] -= price;
                supply[kind] -= 1;
                wins[team] += 1;
                outcomes.insert((position, team), (Outcome::Won, Some(price)));
            }
            for (team, price) in lost {
                outcomes.insert((position, team), (Outcome::Outbid, Some(price)));
            }
            for (team, price) in tied {
                outcomes.insert((position, team), (Outcome::Tied, Some(price)));
                withdrawn.insert(kind);
            }
        }
    }
    (outcomes, Market { money, supply }, wins)
}

type Groups = (Vec<(usize, u64)>, Vec<(usize, u64)>, Vec<(usize, u64)>);

/// Winners, the group that does not fit, and those below.
fn split(bids: &[(usize, u64)], units: usize) -> Groups {
    let prices: BTreeSet<u64> = bids.iter().map(|bid| bid.1).collect();
    let (mut won, mut tied, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for price in prices.into_iter().rev() {
        let group: Vec<(usize, u64)> = bids.iter().copied().filter(|bid| bid.1 == price).collect();
        if !tied.is_empty() || won.len() == units {
            lost.extend(group);
        } else if won.len() + group.len() <= units {
            won.extend(group);
        } else {
            tied = group;
        }
    }
    (won, tied, lost)
}

#[test]
fn rounds_agree_with_the_text() {
    let mut stream = Stream::new(1, "oracle rounds", 0);
    let mut seen = BTreeMap::new();
    for _ in 0..20_000 {
        let case = case(&mut stream);
        let result = case.fast();
        let (outcomes, after, wins) = slow(&case);
        let fast: BTreeMap<(u32, usize), (Outcome, Option<u64>)> = result
            .outcomes
            .iter()
            .map(|entry| ((entry.position, entry.team.index()), (entry.outcome, entry.second_price)))
            .collect();
        assert_eq!(fast, outcomes);
        assert_eq!((&result.after, &result.wins), (&after, &wins));
        let mut quiet = case.market.clone();
        let mut answers =
            |contest: &Contest, team: TeamId| case.answer(contest.position, contest.price, team);
        play_round(&case.rules(), &mut quiet, &case.bids, &mut answers);
        assert_eq!(quiet, after);
        for entry in &result.outcomes {
            *seen.entry(entry.outcome).or_insert(0) += 1;
        }
    }
    assert_eq!(seen.len(), 10, "every outcome was met: {seen:?}");
}

#[test]
fn invariants_hold_after_every_round() {
    let mut stream = Stream::new(2, "oracle rounds", 0);
    for _ in 0..5_000 {
        let case = case(&mut stream);
        let result = case.fast();
        // 1, 2: nothing is made or lost.
        for kind in 0..case.floors.len() {
            let awarded = result.awards.iter().filter(|award| award.kind.index() == kind).count() as u32;
            assert_eq!(case.market.supply[kind], result.after.supply[kind] + awarded);
        }
        for team in 0..case.bids.len() {
            let paid: u64 = result.awards.iter().filter(|a| a.team.index() == team).map(|a| a.price).sum();
            assert_eq!(case.market.money[team], result.after.money[team] + paid);
            // 3.
            assert!(result.wins[team] <= case.max_wins);
        }
        // 4.
        for award in &result.awards {
            let first = case.bids[award.team.index()][award.position as usize - 1].price;
            assert!(award.price >= first && award.price >= case.floors[award.kind.index()]);
        }
        // 5.
        assert_eq!(result.outcomes.len(), case.bids.iter().map(Vec::len).sum::<usize>());
        // 7.
        assert_eq!(result.digest(), case.fast().digest());
    }
}

/// 6: other orders of teams and kinds give the same result under other names.
#[test]
fn orders_of_teams_and_kinds_do_not_matter() {
    let mut stream = Stream::new(3, "oracle rounds", 0);
    for _ in 0..3_000 {
        let case = case(&mut stream);
        let mut teams: Vec<usize> = (0..case.bids.len()).collect();
        let mut kinds: Vec<usize> = (0..case.floors.len()).collect();
        stream.shuffle(&mut teams);
        stream.shuffle(&mut kinds);
        let kind_to = |kind: KindId| {
            let at = kinds.iter().position(|&old| old == kind.index());
            at.map_or(kind, |new| KindId(new as u16))
        };
        let renamed = Case {
            floors: kinds.iter().map(|&old| case.floors[old]).collect(),
            market: Market {
                money: teams.iter().map(|&old| case.market.money[old]).collect(),
                supply: kinds.iter().map(|&old| case.market.supply[old]).collect(),
            },
            bids: teams
                .iter()
                .map(|&old| case.bids[old].iter().map(|bid| Bid::new(kind_to(bid.kind), bid.price)).collect())
                .collect(),
            ..case
        };
        let mut answers = |contest: &Contest, team: TeamId| {
            let old = TeamId(teams[team.index()] as u16);
            case.answer(contest.position, contest.price, old)
        };
        let other = resolve_round(&renamed.rules(), &renamed.market, &renamed.bids, &mut answers);
        let result = case.fast();
        let back = |entry: &stone_auction::BidResult| {
            (entry.position, teams[entry.team.index()], entry.outcome, entry.second_price)
        };
        let plain = |entry: &stone_auction::BidResult| {
            (entry.position, entry.team.index(), entry.outcome, entry.second_price)
        };
        let renamed: BTreeSet<_> = other.outcomes.iter().map(back).collect();
        assert_eq!(renamed, result.outcomes.iter().map(plain).collect::<BTreeSet<_>>());
    }
}

/// 8: a void bid can be replaced by any other void one.
#[test]
fn void_bids_change_nothing_else() {
    let mut stream = Stream::new(4, "oracle rounds", 0);
    let mut replaced = 0;
    for _ in 0..3_000 {
        let mut case = case(&mut stream);
        let before = case.fast();
        let mut changed = BTreeSet::new();
        for entry in before.outcomes.iter().filter(|entry| entry.outcome.is_void()) {
            case.bids[entry.team.index()][entry.position as usize - 1] = Bid::new(KindId::UNKNOWN, 0);
            changed.insert((entry.position, entry.team));
            replaced += 1;
        }
        let after = case.fast();
        assert_eq!((&after.awards, &after.after), (&before.awards, &before.after));
        let others = |result: &RoundResult| -> Vec<_> {
            let kept =
                result.outcomes.iter().filter(|entry| !changed.contains(&(entry.position, entry.team)));
            kept.copied().collect()
        };
        assert_eq!(others(&after), others(&before));
    }
    assert!(replaced > 1_000);
}

fn random_wall(stream: &mut Stream) -> Wall {
    loop {
        let (width, height) = (2 + stream.below(6), 2 + stream.below(6));
        let mut region = Region::rectangle(width as usize, height as usize).unwrap();
        for _ in 0..stream.below(width * height / 4 + 1) {
            region.remove(Cell::new(stream.below(width) as i32, stream.below(height) as i32));
        }
        if let Ok(wall) = Wall::new(region) {
            return wall;
        }
    }
}

/// The first failing stage by the letter of the rules, as (index, name).
fn slow_faults(
    wall: &Wall,
    stones: &Catalogue,
    owned: &[u32],
    laid: &[Placement],
) -> Vec<(usize, &'static str)> {
    let mut cells = Vec::new();
    let mut faults = Vec::new();
    for (index, placement) in laid.iter().enumerate() {
        match placement.cells(stones) {
            Ok(found) => cells.push(found),
            Err(fault) => faults.push((index, fault.name())),
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    for (index, stone) in cells.iter().enumerate() {
        if stone.iter().any(|&cell| !wall.contains(cell)) {
            faults.push((index, "outside_wall"));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    for index in 0..cells.len() {
        if (0..index).any(|before| cells[before].iter().any(|cell| cells[index].contains(cell))) {
            faults.push((index, "overlap"));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    for (index, placement) in laid.iter().enumerate() {
        let upto = laid[..=index].iter().filter(|other| other.kind == placement.kind).count() as u32;
        if upto > owned[placement.kind.index()] {
            faults.push((index, "not_owned"));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    // Repeat until nothing changes: the least fixpoint.
    let mut grounded = vec![false; cells.len()];
    loop {
        let before = grounded.clone();
        for index in 0..cells.len() {
            grounded[index] |= cells[index].iter().any(|cell| {
                let below = cell.offset(0, -1);
                !wall.contains(below)
                    || (0..cells.len()).any(|on| on != index && before[on] && cells[on].contains(&below))
            });
        }
        if grounded == before {
            break;
        }
    }
    (0..cells.len()).filter(|&index| !grounded[index]).map(|index| (index, "floating")).collect()
}

#[test]
fn arrangements_agree_with_the_text() {
    let mut stream = Stream::new(5, "oracle arrangements", 0);
    let shapes: Vec<_> = (1..=5).flat_map(|area| polyominoes(area, Orientations::Rotations)).collect();
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for _ in 0..20_000 {
        let wall = random_wall(&mut stream);
        let kinds = 1 + stream.below(3);
        let stones =
            Catalogue::new((0..kinds).map(|_| shapes[stream.below(shapes.len() as u32) as usize].clone()))
                .unwrap();
        let owned: Vec<u32> = (0..kinds).map(|_| 1 + stream.below(4)).collect();
        // Mostly in the wall and apart, so that the later stages are met too.
        let mut laid: Vec<Placement> = Vec::new();
        for _ in 0..1 + stream.below(8) {
            let kind = KindId(stream.below(kinds) as u16);
            let rot = i64::from(stream.below(4));
            let (x, y) = (i64::from(stream.below(8)) - 1, i64::from(stream.below(8)) - 1);
            let placement = Placement::turned(kind, rot, x, y);
            let mut with = laid.clone();
            with.push(placement);
            let apart = settle(&wall, &stones, &with).is_ok();
            if apart || stream.below(60) == 0 {
                laid = with;
            }
        }
        if stream.below(40) == 0 {
            laid.push(Placement::turned(KindId(stream.below(4) as u16), i64::from(stream.below(6)), 0, 0));
        }
        let slow = slow_faults(&wall, &stones, &owned, &laid);
        let fast = match check_placements(&wall, &stones, &owned, &laid) {
            Ok(_) => Vec::new(),
            Err(errors) => errors.errors().iter().map(|error| (error.index, error.fault.name())).collect(),
        };
        assert_eq!(fast, slow, "{wall}\n{laid:?}");
        *seen.entry(slow.first().map_or("legal", |fault| fault.1)).or_default() += 1;
    }
    for name in ["legal", "unknown_kind", "bad_rotation", "outside_wall", "overlap", "not_owned", "floating"]
    {
        assert!(seen.get(name).is_some_and(|&count| count > 20), "{name}: {seen:?}");
    }
}

/// Settling keeps every stone, ends grounded, and leaves grounded ones alone.
#[test]
fn settling_never_costs_area() {
    let mut stream = Stream::new(6, "oracle arrangements", 0);
    let shapes: Vec<_> = (1..=5).flat_map(|area| polyominoes(area, Orientations::Rotations)).collect();
    let mut moved = 0;
    for _ in 0..4_000 {
        let wall = random_wall(&mut stream);
        let stones =
            Catalogue::new((0..2).map(|_| shapes[stream.below(shapes.len() as u32) as usize].clone()))
                .unwrap();
        let mut laid: Vec<Placement> = Vec::new();
        for _ in 0..8 {
            let (rot, x, y) = (stream.below(4), stream.below(7), stream.below(7));
            let mut with = laid.clone();
            with.push(Placement::turned(KindId(stream.below(2) as u16), rot.into(), x.into(), y.into()));
            if settle(&wall, &stones, &with).is_ok() {
                laid = with;
            }
        }
        let settled = settle(&wall, &stones, &laid).unwrap();
        moved += u32::from(settled != laid);
        let owned = [99, 99];
        let score = check_placements(&wall, &stones, &owned, &settled).unwrap();
        let area: usize = laid.iter().map(|placement| stones.area(placement.kind)).sum();
        assert_eq!((score.area as usize, score.used as usize), (area, laid.len()));
        assert_eq!(settle(&wall, &stones, &settled).unwrap(), settled);
        if let Err(errors) = check_placements(&wall, &stones, &owned, &laid) {
            assert!(errors.errors().iter().all(|error| error.fault == PlacementFault::Floating));
        }
    }
    assert!(moved > 500, "{moved}");
}
