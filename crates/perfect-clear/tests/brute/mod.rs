//! Landings by one input at a time, and plays by one piece at a time.

use std::collections::BTreeSet;

use grid_core::Cell;
use perfect_clear::PcPlacement;
use tetromino::{ActivePiece, Field, Piece, Rotation, RotationSystem, Turn};

/// Rows that remain, from the bottom: their number in the input, and their cells.
pub(crate) type Rows = Vec<(i32, u16)>;

fn board(rows: &Rows) -> Field {
    let bits: Vec<u16> = rows.iter().map(|(_, row)| *row).collect();
    Field::from_row_bits(10, 40, &bits).unwrap()
}

/// All cells of resting places wholly within the rows, by walking every input.
pub(crate) fn landings(rows: &Rows, piece: Piece, system: &RotationSystem) -> BTreeSet<Vec<(i32, i32)>> {
    let field = board(rows);
    let high = rows.len() as i32 + 4;
    let mut seen: BTreeSet<(u8, i32, i32)> = BTreeSet::new();
    let mut open: Vec<ActivePiece> = Vec::new();
    for rotation in Rotation::ALL {
        for x in -2..12 {
            open.push(ActivePiece { piece, rotation, centre: Cell::new(x, high) });
        }
    }
    open.retain(|start| start.fits(&field));
    let mut found = BTreeSet::new();
    while let Some(active) = open.pop() {
        if !seen.insert((active.rotation as u8, active.centre.x, active.centre.y)) {
            continue;
        }
        let below = active.moved(&field, 0, -1);
        if below.is_none() {
            let mut cells: Vec<(i32, i32)> = active.cells().iter().map(|cell| (cell.x, cell.y)).collect();
            cells.sort_unstable();
            if cells.iter().all(|&(_, y)| y < rows.len() as i32) {
                found.insert(cells);
            }
        }
        open.extend(below);
        if !system.straight_drops_only() {
            open.extend([-1, 1].into_iter().filter_map(|dx| active.moved(&field, dx, 0)));
            let turned = |turn| active.turned(&field, system, turn).map(|(turned, _)| turned);
            // A kick may lift a piece above where it began; there it is free anyway.
            open.extend(
                Turn::ALL.into_iter().filter_map(turned).filter(|turned| turned.centre.y <= high + 2),
            );
        }
    }
    found
}

/// The pieces that can come next: how far the queue is used then, and what is held.
pub(crate) fn choices(
    queue: &[Piece],
    at: usize,
    held: Option<Piece>,
    can_hold: bool,
) -> Vec<(Piece, usize, Option<Piece>)> {
    let current = queue.get(at).copied();
    let mut choices = Vec::from_iter(current.map(|piece| (piece, at + 1, held)));
    if can_hold {
        match (held, current, queue.get(at + 1)) {
            (Some(kept), _, _) => choices.push((kept, at + usize::from(current.is_some()), current)),
            (None, Some(_), Some(&next)) => choices.push((next, at + 2, current)),
            _ => {}
        }
    }
    choices
}

/// The rows that remain when a piece lies at these cells, and where that is in the input.
pub(crate) fn placed(rows: &Rows, piece: Piece, place: &[(i32, i32)]) -> (Rows, PcPlacement) {
    let mut next = rows.clone();
    let mut cells = [Cell::new(0, 0); 4];
    for (to, &(x, y)) in cells.iter_mut().zip(place) {
        next[y as usize].1 |= 1 << x;
        *to = Cell::new(x, rows[y as usize].0);
    }
    next.retain(|(_, row)| row.count_ones() < 10);
    (next, PcPlacement { piece, cells })
}
