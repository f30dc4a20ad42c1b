//! What holds of every move with optional modules on, one test for each module. Moves
//! are watched through their events, which are played back on a board of their own.

use std::collections::{BTreeMap, BTreeSet};

use grid_core::Stream;
use match3::{Board, Event, EventLog, Judged, Kind, Linear, Modules, Pos, Resolver, Rules, Seeded, Tile};

/// One wave, as its events tell it.
#[derive(Default)]
struct Wave {
    /// The board when it began, after the swap and conversions.
    start: Option<Board>,
    matched: BTreeSet<Pos>,
    blasts: bool,
    cleared: BTreeMap<Pos, Tile>,
    primed: BTreeSet<Pos>,
    created: BTreeSet<Pos>,
    unlocked: BTreeSet<Pos>,
    jelly: BTreeMap<Pos, u8>,
    hits: BTreeMap<Pos, (Tile, Tile)>,
    moved: Vec<(Pos, Pos, Tile)>,
    collected: Vec<Pos>,
}

struct Move {
    before: Board,
    modules_before: Modules,
    after: Board,
    modules_after: Modules,
    waves: Vec<Wave>,
    spread: Vec<(Pos, Pos, Tile)>,
    text: String,
}

/// All cells of a board.
fn cells(board: &Board) -> impl Iterator<Item = Pos> + use<> {
    let (rows, cols) = (board.rows(), board.cols());
    (0..rows).flat_map(move |row| (0..cols).map(move |col| Pos::new(row, col)))
}

fn neighbours(board: &Board, at: Pos) -> Vec<Pos> {
    cells(board).filter(|cell| cell.row.abs_diff(at.row) + cell.col.abs_diff(at.col) == 1).collect()
}

/// A random move; `None` where there is none. The events must lead from board to board.
fn random_move(seed: u64) -> Option<Move> {
    let mut draws = Stream::new(seed, "modules", 1);
    let signs = [Tile::CHOCOLATE, Tile::INGREDIENT, Tile::icing(1)?, Tile::icing(2)?, Tile::icing(5)?];
    let (rows, cols) = (3 + draws.below(6) as u8, 3 + draws.below(6) as u8);
    let rules = if draws.below(3) == 0 { Rules::new(4) } else { Rules::new(4).with_specials() };
    let mut before = Board::empty(rows, cols).unwrap();
    let rare = 3 + draws.below(8);
    for at in cells(&before) {
        let kind = Kind::new(draws.below(4) as u8).unwrap();
        let tile = match draws.below(rare) {
            0 => signs[draws.below(5) as usize],
            1 if draws.below(4) == 0 => Tile::HOLE,
            2 if rules.specials.is_some() && draws.below(3) == 0 => {
                let forms = [match3::Form::StripedH, match3::Form::StripedV, match3::Form::Wrapped];
                Tile::candy(kind, forms[draws.below(3) as usize])
            }
            _ => Tile::plain(kind),
        };
        before.set(at, tile);
    }
    let mut modules = Modules::new(&before);
    if draws.below(2) == 0 {
        modules = modules.with_diagonal_filling();
    }
    for at in cells(&before) {
        if before.tile(at).is_candy() && draws.below(4) == 0 {
            modules = modules.with_jelly(at, 1 + draws.below(3) as u8);
        }
        if before.tile(at).is_candy() && draws.below(12) == 0 {
            modules = modules.with_lock(at);
        }
    }
    let legal = modules.legal_swaps(&before, &rules);
    if legal.is_empty() {
        return None;
    }
    let swap = legal[draws.below(legal.len() as u32) as usize];
    let (mut after, mut modules_after) = (before.clone(), modules.clone());
    let mut log = EventLog::new(Judged(&Linear));
    let mut source = Seeded::new(4, seed, 0);
    Resolver::default()
        .play_with_modules(&mut after, &mut modules_after, swap, &rules, &mut source, &mut log)
        .unwrap();
    let text = format!("{swap} on\n{before}\n{modules:?}\nleaves\n{after}");
    let mut shown = before.clone();
    let mut waves = vec![Wave::default()];
    let mut spread = Vec::new();
    for event in &log.events {
        let last = waves.len() - 1;
        let wave = &mut waves[last];
        match event {
            Event::Swapped { swap, .. } => {
                let (a, b) = (shown.tile(swap.from), shown.tile(swap.to));
                shown.set(swap.from, b);
                shown.set(swap.to, a);
            }
            Event::Converted { at, tile } => shown.set(*at, *tile),
            _ => {
                wave.start.get_or_insert_with(|| shown.clone());
            }
        }
        match event {
            Event::Matched { cells, .. } => wave.matched.extend(cells),
            Event::Activated { .. } => wave.blasts = true,
            Event::Primed { at, tile } => {
                wave.primed.insert(*at);
                shown.set(*at, *tile);
            }
            Event::Cleared { at, tile } => {
                assert_eq!(shown.tile(*at), *tile, "{text}");
                assert!(wave.cleared.insert(*at, *tile).is_none(), "{text}");
                shown.set(*at, Tile::EMPTY);
            }
            Event::JellyRemoved { at, left } => {
                assert!(wave.jelly.insert(*at, *left).is_none(), "{text}");
            }
            Event::Unlocked { at } => assert!(wave.unlocked.insert(*at), "{text}"),
            Event::ObstacleHit { at, before, after } => {
                assert_eq!(shown.tile(*at), *before, "{text}");
                assert!(wave.hits.insert(*at, (*before, *after)).is_none(), "{text}");
                shown.set(*at, *after);
            }
            Event::Created { at, tile } => {
                wave.created.insert(*at);
                shown.set(*at, *tile);
            }
            Event::Moved { from, to, tile } => {
                assert_eq!((shown.tile(*from), shown.tile(*to)), (*tile, Tile::EMPTY), "{text}");
                wave.moved.push((*from, *to, *tile));
                shown.set(*from, Tile::EMPTY);
                shown.set(*to, *tile);
            }
            Event::Collected { at } => {
                assert_eq!(shown.tile(*at), Tile::INGREDIENT, "{text}");
                wave.collected.push(*at);
                shown.set(*at, Tile::EMPTY);
            }
            Event::Spawned { at, tile } => {
                assert_eq!(shown.tile(*at), Tile::EMPTY, "{text}");
                shown.set(*at, *tile);
            }
            Event::WaveEnd { .. } => waves.push(Wave::default()),
            Event::ChocolateSpread { from, to, eaten } => {
                assert_eq!((shown.tile(*from), shown.tile(*to)), (Tile::CHOCOLATE, *eaten), "{text}");
                spread.push((*from, *to, *eaten));
                shown.set(*to, Tile::CHOCOLATE);
            }
            _ => {}
        }
    }
    assert_eq!(shown, after, "{text}");
    Some(Move { before, modules_before: modules, after, modules_after, waves, spread, text })
}

/// Looks at many moves; `check` says how often it saw what it is about.
fn watch(least: u32, mut check: impl FnMut(&Move) -> u32) {
    let seen: u32 = (0..6000).filter_map(random_move).map(|done| check(&done)).sum();
    assert!(seen >= least, "{seen}");
}

#[test]
fn jelly_goes_by_one_under_each_candy_that_is_cleared_or_primed() {
    watch(2000, |done| {
        let mut layers: BTreeMap<Pos, u8> =
            cells(&done.before).map(|at| (at, done.modules_before.jelly(at))).collect();
        let mut seen = 0;
        for wave in &done.waves {
            let due: BTreeSet<Pos> =
                wave.cleared.keys().chain(&wave.primed).copied().filter(|at| layers[at] > 0).collect();
            assert_eq!(wave.jelly.keys().copied().collect::<BTreeSet<_>>(), due, "{}", done.text);
            for (&at, &left) in &wave.jelly {
                assert_eq!(left + 1, layers[&at], "{}", done.text);
                layers.insert(at, left);
                seen += 1;
            }
        }
        assert!(layers.iter().all(|(&at, &left)| done.modules_after.jelly(at) == left), "{}", done.text);
        seen
    });
}

#[test]
fn icing_loses_one_layer_a_wave_next_to_a_match_or_under_a_blast() {
    watch(1000, |done| {
        let mut seen = 0;
        for wave in &done.waves {
            let Some(start) = &wave.start else { continue };
            for at in cells(start).filter(|&at| start.tile(at).icing_layers() > 0) {
                let beside = neighbours(start, at).iter().any(|cell| wave.matched.contains(cell));
                let hit = wave.hits.get(&at);
                assert!(hit.is_some() || !beside, "{at} {}", done.text);
                assert!(hit.is_none() || beside || wave.blasts, "{at} {}", done.text);
                if let Some((before, after)) = hit {
                    assert_eq!(before.icing_layers(), after.icing_layers() + 1, "{}", done.text);
                    seen += 1;
                }
            }
            // It neither falls nor is fallen onto.
            assert!(wave.moved.iter().all(|(_, _, tile)| !tile.is_obstacle()));
        }
        seen
    });
}

#[test]
fn locks_hold_candies_and_go_instead_of_them() {
    watch(500, |done| {
        let locked = |at: &Pos| done.modules_before.is_locked(*at);
        let mut locks: BTreeSet<Pos> = cells(&done.before).filter(locked).collect();
        let mut seen = 0;
        for wave in &done.waves {
            for at in &locks {
                let touched =
                    wave.cleared.contains_key(at) || wave.primed.contains(at) || wave.created.contains(at);
                assert!(!touched, "{at} {}", done.text);
                assert!(!wave.matched.contains(at) || wave.unlocked.contains(at), "{at} {}", done.text);
                if !wave.unlocked.contains(at) {
                    assert!(wave.moved.iter().all(|(from, to, _)| from != at && to != at), "{}", done.text);
                }
            }
            for at in &wave.unlocked {
                assert!(locks.remove(at), "{}", done.text);
                assert!(wave.matched.contains(at) || wave.blasts, "{}", done.text);
                seen += 1;
            }
        }
        assert!(
            cells(&done.after).all(|at| done.modules_after.is_locked(at) == locks.contains(&at)),
            "{}",
            done.text
        );
        seen
    });
}

#[test]
fn chocolate_goes_like_a_layer_and_else_spreads_once() {
    watch(500, |done| {
        let mut removed = 0;
        for wave in &done.waves {
            let Some(start) = &wave.start else { continue };
            for at in cells(start).filter(|&at| start.tile(at) == Tile::CHOCOLATE) {
                let beside = neighbours(start, at).iter().any(|cell| wave.matched.contains(cell));
                let hit = wave.hits.get(&at);
                assert!(hit.is_some() || !beside, "{at} {}", done.text);
                assert!(hit.is_none_or(|&(_, after)| after == Tile::EMPTY && (beside || wave.blasts)));
                removed += u32::from(hit.is_some());
            }
        }
        let form = |tile: Tile| tile.form();
        // The board before the spread: what was eaten stood where chocolate is now.
        let mut settled = done.after.clone();
        for &(_, to, eaten) in &done.spread {
            settled.set(to, eaten);
        }
        let can = cells(&settled).filter(|&at| settled.tile(at) == Tile::CHOCOLATE).any(|at| {
            neighbours(&settled, at).iter().any(|&cell| {
                form(settled.tile(cell)) == Some(match3::Form::Plain) && !done.modules_after.is_locked(cell)
            })
        });
        assert_eq!(done.spread.len(), usize::from(removed == 0 && can), "{}", done.text);
        for &(from, to, eaten) in &done.spread {
            assert!(neighbours(&settled, from).contains(&to), "{}", done.text);
            assert_eq!(form(eaten), Some(match3::Form::Plain), "{}", done.text);
        }
        removed.min(1) + done.spread.len() as u32
    });
}

#[test]
fn ingredients_leave_at_the_bottom_and_in_no_other_way() {
    watch(200, |done| {
        let count = |board: &Board| cells(board).filter(|&at| board.tile(at) == Tile::INGREDIENT).count();
        let collected: Vec<Pos> = done.waves.iter().flat_map(|wave| wave.collected.iter().copied()).collect();
        assert_eq!(count(&done.before), count(&done.after) + collected.len(), "{}", done.text);
        let bottom = |at: Pos| {
            (at.row + 1..done.before.rows()).all(|row| done.before.tile(Pos::new(row, at.col)).is_hole())
        };
        assert!(collected.iter().all(|&at| bottom(at)), "{}", done.text);
        for at in cells(&done.after).filter(|&at| done.after.tile(at) == Tile::INGREDIENT) {
            assert!(!bottom(at) || done.modules_after.is_locked(at), "{}", done.text);
        }
        let removed = done.waves.iter().flat_map(|wave| wave.cleared.values());
        assert!(removed.into_iter().all(|&tile| tile != Tile::INGREDIENT), "{}", done.text);
        collected.len() as u32
    });
}

#[test]
fn candies_slide_only_where_nothing_falls_and_until_nothing_can() {
    watch(500, |done| {
        let mut slides = 0;
        for (from, to, _) in done.waves.iter().flat_map(|wave| &wave.moved) {
            assert!(from.row < to.row, "{}", done.text);
            if from.col != to.col {
                assert!(done.modules_before.fills_diagonally(), "{}", done.text);
                assert_eq!((from.row + 1, from.col.abs_diff(to.col)), (to.row, 1), "{}", done.text);
                slides += 1;
            }
        }
        let free = |at: Pos| done.modules_after.is_locked(at);
        let mut settled = done.after.clone();
        for &(_, to, eaten) in &done.spread {
            settled.set(to, eaten);
        }
        for at in cells(&settled).filter(|&at| settled.tile(at) == Tile::EMPTY) {
            // What ends the empty cells above it, holes left out.
            let above = (0..at.row).rev().map(|row| Pos::new(row, at.col));
            let end = above
                .into_iter()
                .find(|&cell| settled.tile(cell) != Tile::EMPTY && !settled.tile(cell).is_hole());
            // Open to the top it would be filled, below a free candy that would fall.
            let end = end.unwrap_or_else(|| panic!("{at} {}", done.text));
            assert!(settled.tile(end).is_obstacle() || free(end), "{at} {}", done.text);
            if done.modules_before.fills_diagonally() && at.row > 0 {
                let sides = [at.col.checked_sub(1), Some(at.col + 1).filter(|&col| col < settled.cols())];
                for col in sides.into_iter().flatten() {
                    let side = Pos::new(at.row - 1, col);
                    assert!(!settled.tile(side).is_candy() || free(side), "{at} {}", done.text);
                }
            }
        }
        slides
    });
}
