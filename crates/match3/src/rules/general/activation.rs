//! Blasts to the fixpoint: every special candy that is hit takes effect once.

use super::{Cause, Field, Form, Kind, Tile, Workspace, mark};
use crate::rules::table::{BombHit, Specials};

impl Workspace {
    /// A match or a blast comes to a cell.
    pub(super) fn hit(&mut self, field: &Field<'_>, cell: u16, cause: Cause, specials: bool) {
        let index = usize::from(cell);
        let marks = &mut self.marks[index];
        if *marks & mark::DONE != 0 {
            return;
        }
        let tile = field.tiles[index];
        if !tile.is_candy() || tile == Tile::INGREDIENT {
            if tile.is_obstacle() && field.modules.is_some() {
                *marks |= mark::OBSTACLE_HIT;
            }
            return;
        }
        if field.is_locked(index) {
            *marks |= mark::UNLOCKED;
            return;
        }
        if !specials || tile.form() == Some(Form::Plain) {
            *marks |= mark::CLEARED;
            self.cleared.push(cell);
            return;
        }
        self.activated.push((cell, tile));
        self.causes.push((cell, cause));
        self.queue.push(cell);
        if tile.form() == Some(Form::Wrapped) && *marks & mark::CREATION == 0 {
            *marks |= mark::PRIMED;
            self.primed.push(cell);
        } else {
            *marks |= mark::CLEARED;
            self.cleared.push(cell);
        }
    }

    /// A swapped candy of a combination is cleared without taking effect on its
    /// own.
    pub(super) fn clear_inert(&mut self, field: &Field<'_>, cell: usize) {
        self.note_activated(field, cell);
        if self.marks[cell] & mark::DONE == 0 {
            self.marks[cell] |= mark::CLEARED;
            self.cleared.push(cell as u16);
        }
    }

    pub(super) fn note_activated(&mut self, field: &Field<'_>, cell: usize) {
        self.activated.push((cell as u16, field.tiles[cell]));
        self.causes.push((cell as u16, Cause::Combination));
    }

    /// Lets all candies in the queue take effect, and those that they hit.
    pub(super) fn blast_all(&mut self, field: &Field<'_>, specials: &Specials) {
        while let Some(cell) = self.queue.pop() {
            let tile = field.tiles[usize::from(cell)];
            let cause = Cause::Blast { by: field.pos(cell) };
            let (row, col) =
                (usize::from(cell) / usize::from(field.cols), usize::from(cell) % usize::from(field.cols));
            match tile.form() {
                Some(Form::StripedH) => self.blast_rows(field, row, row, cause),
                Some(Form::StripedV) => self.blast_cols(field, col, col, cause),
                Some(Form::Wrapped | Form::Primed3) => self.blast_square(field, row, col, 1, cause),
                Some(Form::Primed5) => self.blast_square(field, row, col, 2, cause),
                Some(Form::Plain) => {}
                None if specials.bomb_hit == BombHit::MostFrequent => {
                    let target = *self.bomb_target.get_or_insert_with(|| most_frequent(field.tiles, None));
                    if let Some(kind) = target {
                        self.blast_kind(field, kind, cause);
                    }
                }
                None => {}
            }
        }
    }

    pub(super) fn blast_rows(&mut self, field: &Field<'_>, first: usize, last: usize, cause: Cause) {
        let cols = usize::from(field.cols);
        for cell in first * cols..(last + 1) * cols {
            self.hit(field, cell as u16, cause, true);
        }
    }

    pub(super) fn blast_cols(&mut self, field: &Field<'_>, first: usize, last: usize, cause: Cause) {
        for row in 0..field.rows() {
            for col in first..=last {
                self.hit(field, (row * usize::from(field.cols) + col) as u16, cause, true);
            }
        }
    }

    pub(super) fn blast_square(
        &mut self,
        field: &Field<'_>,
        row: usize,
        col: usize,
        reach: usize,
        cause: Cause,
    ) {
        for r in row.saturating_sub(reach)..=(row + reach).min(field.rows() - 1) {
            for c in col.saturating_sub(reach)..=(col + reach).min(usize::from(field.cols) - 1) {
                self.hit(field, (r * usize::from(field.cols) + c) as u16, cause, true);
            }
        }
    }

    pub(super) fn blast_kind(&mut self, field: &Field<'_>, kind: Kind, cause: Cause) {
        for cell in 0..field.tiles.len() {
            if field.tiles[cell].matching_kind() == Some(kind) {
                self.hit(field, cell as u16, cause, true);
            }
        }
    }
}

/// The most frequent matching kind but `except`; ties: the smallest.
pub(super) fn most_frequent(tiles: &[Tile], except: Option<Kind>) -> Option<Kind> {
    let mut counts = [0_u32; Kind::COUNT as usize];
    for kind in tiles.iter().filter_map(|tile| tile.matching_kind()) {
        counts[usize::from(kind.index())] += 1;
    }
    let candidates = (0..Kind::COUNT).map(Kind::at).filter(|&kind| Some(kind) != except);
    let best =
        candidates.max_by_key(|kind| (counts[usize::from(kind.index())], core::cmp::Reverse(*kind)))?;
    (counts[usize::from(best.index())] > 0).then_some(best)
}
