//! Falling and refilling.

use super::{Dry, Event, Field, Observer, RefillSource, Request, Rules, Tile, Workspace};
use crate::rules::board::pos_of;
use crate::rules::refill::MAX_REDRAWS;
use crate::rules::wave::BoardView;

/// Lets everything fall, slide and refill until nothing moves.
pub(super) fn settle<S: RefillSource, O: Observer>(
    work: &mut Workspace,
    field: &mut Field<'_>,
    rules: &Rules,
    source: &mut Option<&mut S>,
    observer: &mut O,
) -> Result<(), Dry> {
    loop {
        fall(work, field, observer);
        if field.modules.is_some() && super::modules::collect_and_slide(field, observer) {
            continue;
        }
        let Some(source) = source else { return Ok(()) };
        if !refill(work, field, rules, source, observer)? || field.modules.is_none() {
            return Ok(());
        }
    }
}

/// Lets the candies of the touched columns fall straight down.
fn fall<O: Observer>(work: &Workspace, field: &mut Field<'_>, observer: &mut O) {
    let cols = usize::from(field.cols);
    for col in 0..cols {
        if !work.columns[col] {
            continue;
        }
        // The next cell, from the bottom, that a candy can come to rest on.
        let mut target = None;
        let mut index = field.tiles.len() - cols + col;
        loop {
            let tile = field.tiles[index];
            if tile.is_obstacle() || field.is_locked(index) {
                target = None;
            } else if tile == Tile::EMPTY {
                target = target.or(Some(index));
            } else if tile.is_candy() {
                if let Some(rest) = target {
                    field.tiles[index] = Tile::EMPTY;
                    field.tiles[rest] = tile;
                    if O::EVENTS {
                        let (from, to) = (pos_of(field.cols, index), pos_of(field.cols, rest));
                        observer.event(Event::Moved { from, to, tile });
                    }
                    // An empty cell lies above, at the latest the one just left.
                    let mut above = rest - cols;
                    while field.tiles[above] != Tile::EMPTY {
                        above -= cols;
                    }
                    target = Some(above);
                }
            }
            if index < cols {
                break;
            }
            index -= cols;
        }
    }
}

/// Fills the empty cells that are open to the top; says whether there were any.
fn refill<S: RefillSource, O: Observer>(
    work: &mut Workspace,
    field: &mut Field<'_>,
    rules: &Rules,
    source: &mut S,
    observer: &mut O,
) -> Result<bool, Dry> {
    let cols = usize::from(field.cols);
    work.spawned.clear();
    for col in (0..cols).filter(|&col| work.columns[col]) {
        let first = work.spawned.len();
        for row in 0..field.rows() {
            let index = row * cols + col;
            if field.tiles[index].is_obstacle() || field.is_locked(index) {
                break;
            }
            if field.tiles[index] == Tile::EMPTY {
                work.spawned.push(index as u16);
            }
        }
        work.spawned[first..].reverse();
    }
    if work.spawned.is_empty() {
        return Ok(false);
    }
    let mut redraws = 0;
    loop {
        for &cell in &work.spawned {
            let request = Request { at: field.pos(cell), wave: work.wave };
            let kind = Dry::draw(source, request, rules)?;
            field.tiles[usize::from(cell)] = Tile::plain(kind);
        }
        if redraws == MAX_REDRAWS || source.accept(BoardView::general(field.cols, field.tiles), rules) {
            break;
        }
        redraws += 1;
    }
    if O::EVENTS {
        for &cell in &work.spawned {
            observer.event(Event::Spawned { at: field.pos(cell), tile: field.tiles[usize::from(cell)] });
        }
    }
    Ok(true)
}
