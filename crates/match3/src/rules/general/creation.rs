//! Which special candies the groups of a wave leave behind, and where.

use alloc::vec::Vec;

use super::{Field, Form, Run, Tile, Workspace, mark};
use crate::rules::runs::{Axis, find_runs};
use crate::rules::table::{Creation, Specials};

/// Buffers for joining runs to groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Grouping {
    parent: Vec<u16>,
    owner: Vec<u16>,
    crossings: Vec<u16>,
}

const NONE: u16 = u16::MAX;

impl Grouping {
    fn root(&self, mut run: u16) -> u16 {
        while self.parent[usize::from(run)] != run {
            run = self.parent[usize::from(run)];
        }
        run
    }

    /// Joins runs that share cells, and finds those cells.
    fn join(&mut self, runs: &[Run], cols: u8, cells: usize) {
        self.parent.clear();
        self.parent.extend(0..runs.len() as u16);
        self.owner.clear();
        self.owner.resize(cells, NONE);
        self.crossings.clear();
        for (number, run) in (0..).zip(runs) {
            for at in run.cells() {
                let cell = usize::from(at.row) * usize::from(cols) + usize::from(at.col);
                if self.owner[cell] == NONE {
                    self.owner[cell] = number;
                } else {
                    self.crossings.push(cell as u16);
                    let (a, b) = (self.root(self.owner[cell]), self.root(number));
                    self.parent[usize::from(a.max(b))] = a.min(b);
                }
            }
        }
    }
}

impl Workspace {
    /// Plans the special candies of the groups on the board, and marks their cells.
    pub(super) fn plan_creations(
        &mut self,
        field: &Field<'_>,
        swapped: Option<(usize, usize)>,
        specials: &Specials,
    ) {
        self.runs.clear();
        find_runs(field.tiles, field.cols, &mut self.runs);
        let matched = self.matched.iter().filter(|&&hit| hit != 0).count();
        let crossing = self.runs.iter().map(|run| usize::from(run.len)).sum::<usize>() > matched;
        if !crossing && self.runs.iter().all(|run| run.len < 4) {
            return;
        }
        self.grouping.join(&self.runs, field.cols, field.tiles.len());
        for number in 0..self.runs.len() as u16 {
            if self.grouping.root(number) == number {
                self.plan_group(field, number, swapped, specials);
            }
        }
    }

    fn plan_group(
        &mut self,
        field: &Field<'_>,
        root: u16,
        swapped: Option<(usize, usize)>,
        specials: &Specials,
    ) {
        let cell_of = |at: crate::Pos| usize::from(at.row) * usize::from(field.cols) + usize::from(at.col);
        let grouping = &self.grouping;
        let members =
            || (0..).zip(&self.runs).filter(|&(number, _)| grouping.root(number) == root).map(|(_, run)| run);
        let rank = |run: &&Run| (core::cmp::Reverse(run.len), run.axis, cell_of(run.start));
        let Some(longest) = members().min_by_key(rank) else { return };
        let in_group = |cell: usize| {
            let owner = grouping.owner[cell];
            owner != NONE && grouping.root(owner) == root
        };
        let crossing =
            grouping.crossings.iter().copied().map(usize::from).filter(|&cell| in_group(cell)).min();
        let middle = cell_of(longest.cell((longest.len - 1) / 2));
        let table = [
            (longest.len >= 5, specials.five, middle),
            (crossing.is_some(), specials.cross, crossing.unwrap_or(middle)),
            (longest.len >= 4, specials.four, middle),
        ];
        let row = table.iter().find(|(applies, creation, _)| *applies && *creation != Creation::Nothing);
        let Some(&(_, creation, place)) = row else { return };
        let swapped = swapped.into_iter().flat_map(|(from, to)| [from, to]).find(|&cell| in_group(cell));
        let mut place = swapped.unwrap_or(place);
        if field.is_locked(place) {
            // Nothing leaves a locked cell, so the first free cell of the group is taken.
            let Some(free) = (0..field.tiles.len()).find(|&cell| in_group(cell) && !field.is_locked(cell))
            else {
                return;
            };
            place = free;
        }
        let tile = match (creation, longest.axis) {
            (Creation::Nothing, _) => return,
            (Creation::Bomb, _) => Tile::BOMB,
            (Creation::Wrapped, _) => Tile::candy(longest.kind, Form::Wrapped),
            (Creation::StripedAcross, Axis::Horizontal) | (Creation::StripedAlong, Axis::Vertical) => {
                Tile::candy(longest.kind, Form::StripedV)
            }
            _ => Tile::candy(longest.kind, Form::StripedH),
        };
        self.marks[place] |= mark::CREATION;
        self.created.push((place as u16, tile));
    }
}
