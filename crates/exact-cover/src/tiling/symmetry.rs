//! Which tilings are the same up to a turn or a mirror image.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Cell, Polyomino, Symmetry};

use super::{Laid, Tiling};

/// A symmetry of the region that leads tilings to tilings.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    symmetry: Symmetry,
    /// The piece that each piece turns into.
    pieces: Vec<usize>,
}

/// The symmetries of a tiling, identity first: those of the region under which
/// the images of each piece are the images of a piece with the same copies.
pub(super) fn motions(tiling: &Tiling) -> Vec<Motion> {
    let all = tiling.region().symmetries().into_iter();
    all.filter_map(|symmetry| Some(Motion { symmetry, pieces: exchange(tiling, symmetry)? })).collect()
}

fn exchange(tiling: &Tiling, symmetry: Symmetry) -> Option<Vec<usize>> {
    let count = tiling.pieces().len();
    let sorted = |mut images: Vec<Polyomino>| {
        images.sort();
        images
    };
    let mut taken = vec![false; count];
    (0..count)
        .map(|piece| {
            let turned = tiling.images(piece).iter().map(|image| image.transformed(symmetry));
            let turned = sorted(turned.collect());
            let same = |&other: &usize| {
                !taken[other]
                    && tiling.pieces()[other].copies == tiling.pieces()[piece].copies
                    && sorted(tiling.images(other).to_vec()) == turned
            };
            // The piece itself, if it can be.
            let found = core::iter::once(piece).chain(0..count).find(same)?;
            taken[found] = true;
            Some(found)
        })
        .collect()
}

impl Motion {
    fn index(&self, tiling: &Tiling, cell: Cell) -> usize {
        let region = tiling.region();
        let image = self.symmetry.apply_in_frame(cell, region.width() as i32, region.height() as i32);
        // The frame keeps its form, since the region does.
        image.y as usize * region.width() + image.x as usize
    }

    /// For each cell the piece on it and the lowest cell of that piece.
    fn labels(&self, tiling: &Tiling, laid: &[Laid], labels: &mut Vec<(usize, usize)>) {
        labels.clear();
        labels.resize(tiling.region().cells().capacity(), (usize::MAX, 0));
        for &one in laid {
            let cells = || tiling.cells(one).map(|cell| self.index(tiling, cell));
            let label = (self.pieces[one.piece], cells().min().unwrap_or(0));
            cells().for_each(|index| labels[index] = label);
        }
    }

    /// The cells of a laid piece after the motion, sorted.
    fn cells(&self, tiling: &Tiling, laid: Laid) -> Vec<usize> {
        let mut cells: Vec<usize> = tiling.cells(laid).map(|cell| self.index(tiling, cell)).collect();
        cells.sort_unstable();
        cells
    }
}

/// One tiling of each class: the one that is least under all motions. Where some
/// piece is there once and no motion makes another of it, it is laid in one place
/// of each class of places, and only the motions that keep that place are looked
/// at.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    motions: Vec<Motion>,
    /// The piece, and for each of its places the motions that keep it.
    pivot: Option<(usize, BTreeMap<Laid, Vec<usize>>)>,
}

impl Cut {
    pub(super) fn new(tiling: &Tiling) -> Self {
        let motions = motions(tiling);
        let single = |&piece: &usize| {
            tiling.pieces()[piece].copies.range() == (1, 1)
                && motions.iter().all(|motion| motion.pieces[piece] == piece)
        };
        let singles = (0..tiling.pieces().len()).filter(single);
        let representatives = singles.map(|piece| {
            let mut kept: BTreeMap<Laid, Vec<usize>> = BTreeMap::new();
            for laid in tiling.placements(piece) {
                let mut own: Vec<usize> =
                    tiling.cells(laid).filter_map(|cell| tiling.region().index(cell)).collect();
                own.sort_unstable();
                let images: Vec<Vec<usize>> = motions.iter().map(|m| m.cells(tiling, laid)).collect();
                if images.iter().all(|image| own <= *image) {
                    let fixing = (1..motions.len()).filter(|&at| images[at] == own);
                    kept.insert(laid, fixing.collect());
                }
            }
            (piece, kept)
        });
        let pivot = representatives.min_by_key(|(_, kept)| kept.len());
        Self { motions, pivot }
    }

    /// The piece to lay in these places only.
    pub(super) fn pivot(&self) -> Option<(usize, Vec<Laid>)> {
        self.pivot.as_ref().map(|(piece, kept)| (*piece, kept.keys().copied().collect()))
    }

    /// Whether the tiling stands for its class.
    pub(super) fn keeps(&self, tiling: &Tiling, laid: &[Laid]) -> bool {
        let of_pivot = self.pivot.as_ref().and_then(|(piece, kept)| {
            let one = laid.iter().find(|one| one.piece == *piece)?;
            kept.get(one)
        });
        let all: Vec<usize> = (1..self.motions.len()).collect();
        let against = of_pivot.unwrap_or(&all);
        let Some(identity) = self.motions.first().filter(|_| !against.is_empty()) else { return true };
        let (mut own, mut image) = (Vec::new(), Vec::new());
        identity.labels(tiling, laid, &mut own);
        against.iter().all(|&at| {
            self.motions[at].labels(tiling, laid, &mut image);
            own <= image
        })
    }
}
