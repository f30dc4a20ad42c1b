//! The first wave of a swap that combines two special candies, or a colour bomb
//! with any candy.

use super::activation::most_frequent;
use super::{Cause, Field, Form, Kind, Rules, Tile, Workspace, mark};
use crate::rules::table::{BombWrapped, Specials};

impl Workspace {
    /// Finds what the combination clears, after the exchange.
    pub(super) fn combine(&mut self, field: &mut Field<'_>, from: usize, to: usize, rules: &Rules) {
        let Some(specials) = &rules.specials else { return };
        let (here, there) = (field.tiles[to], field.tiles[from]);
        match (here == Tile::BOMB, there == Tile::BOMB) {
            (true, true) => self.clear_everything(field, from, to),
            (true, false) => self.combine_bomb(field, to, from, specials),
            (false, true) => self.combine_bomb(field, from, to, specials),
            (false, false) => self.combine_blasts(field, from, to),
        }
        self.blast_all(field, specials);
        self.sort_lists();
    }

    fn clear_everything(&mut self, field: &Field<'_>, from: usize, to: usize) {
        self.clear_inert(field, from);
        self.clear_inert(field, to);
        for cell in 0..field.tiles.len() {
            self.hit(field, cell as u16, Cause::Combination, false);
        }
    }

    /// A colour bomb with a candy of another sort.
    fn combine_bomb(&mut self, field: &mut Field<'_>, bomb: usize, partner: usize, specials: &Specials) {
        let tile = field.tiles[partner];
        let (Some(kind), Some(form)) = (tile.matching_kind(), tile.form()) else {
            // A primed candy has no kind to clear: it blasts as it would anyway.
            self.clear_inert(field, bomb);
            self.hit(field, partner as u16, Cause::Combination, true);
            return;
        };
        let cause = Cause::Combination;
        match form {
            Form::StripedH | Form::StripedV => self.convert(field, kind, &[Form::StripedH, Form::StripedV]),
            Form::Wrapped if specials.bomb_wrapped == BombWrapped::Convert => {
                self.convert(field, kind, &[Form::Wrapped]);
            }
            _ => {}
        }
        self.clear_inert(field, bomb);
        self.blast_kind(field, kind, cause);
        if form == Form::Wrapped && specials.bomb_wrapped == BombWrapped::TwoKinds {
            if let Some(second) = most_frequent(field.tiles, Some(kind)) {
                self.blast_kind(field, second, cause);
            }
        }
    }

    /// Gives the plain candies of a kind these forms in turn.
    fn convert(&mut self, field: &mut Field<'_>, kind: Kind, forms: &[Form]) {
        let mut turn = forms.iter().cycle();
        for cell in 0..field.tiles.len() {
            if field.tiles[cell] == Tile::plain(kind) && !field.is_locked(cell) {
                if let Some(&form) = turn.next() {
                    field.tiles[cell] = Tile::candy(kind, form);
                    self.converted.push(cell as u16);
                }
            }
        }
    }

    /// Striped and wrapped candies, two of them.
    fn combine_blasts(&mut self, field: &Field<'_>, from: usize, to: usize) {
        let cols = usize::from(field.cols);
        let (row, col) = (to / cols, to % cols);
        let wrapped = |cell: usize| field.tiles[cell].form() == Some(Form::Wrapped);
        let cause = Cause::Combination;
        self.clear_inert(field, from);
        match (wrapped(from), wrapped(to)) {
            (false, false) => {
                self.clear_inert(field, to);
                self.blast_rows(field, row, row, cause);
                self.blast_cols(field, col, col, cause);
            }
            (true, true) => {
                self.note_activated(field, to);
                self.marks[to] |= mark::PRIMED;
                self.primed.push(to as u16);
                self.centre = Some(to as u16);
                self.blast_square(field, row, col, 2, cause);
            }
            _ => {
                self.clear_inert(field, to);
                self.blast_rows(field, row.saturating_sub(1), (row + 1).min(field.rows() - 1), cause);
                self.blast_cols(field, col.saturating_sub(1), (col + 1).min(cols - 1), cause);
            }
        }
    }
}
