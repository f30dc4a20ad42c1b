//! Tiling by bit masks: always the first open cell, in the order of bits, is
//! covered next, so that a piece lies there in one way for each of its images.
//!
//! All images of all pieces are numbered. Which of them fit at a cell is a set of
//! these numbers: those that stay on the board there, less the images that some
//! covered cell ahead blocks, looked up by eight cells at a time. A piece with few
//! placements, if there is one, is laid before everything else. A branch ends
//! where an open part of the board has an area that no pieces add up to.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use grid_core::{Bits, Meter, Stop};

use super::board::{Frame, Neighbours};
use super::{Laid, Tiling};
use crate::search::{Fraction, share_done};

/// Cells ahead that one look-up covers.
const CHUNK: usize = 8;

/// What never changes during the search. `B` has a bit for each cell, `O` one for
/// each image.
#[derive(Debug)]
struct Table<B, O> {
    frame: Frame,
    neighbours: Neighbours<B>,
    /// For each image its cells, the first at bit 0.
    shape: Vec<B>,
    /// For each image its piece and orientation.
    image: Vec<(u32, u32)>,
    /// For each cell the images that lie on the board with their first cell there.
    valid: Vec<O>,
    /// For each eight cells ahead and each pattern of them the images it blocks.
    blocked: Vec<[O; 1 << CHUNK]>,
    /// For each piece its images.
    group: Vec<O>,
    /// Least and greatest number of each piece.
    least: Vec<u32>,
    /// Whether pieces of the set can have each area together.
    areas: Vec<bool>,
    /// All pieces are connected, so that open parts are covered apart.
    connected: bool,
    /// Pieces that must be used, where the area alone does not make sure of it.
    check_least: bool,
}

#[derive(Clone, Copy, Debug)]
struct Level<B, O> {
    covered: B,
    /// Pieces that may still be used.
    usable: O,
    /// Images still to be tried at the first open cell.
    open: O,
    cell: u32,
    /// The image that lies there now.
    image: u32,
    children: u32,
    tried: u32,
}

#[derive(Clone)]
pub(super) struct Masks<B, O> {
    table: Arc<Table<B, O>>,
    /// Placements of the piece that is laid first: cells and the image.
    pivot: Arc<[(B, u32, u32)]>,
    next_pivot: usize,
    /// The pivot that lies now, by index.
    laid_pivot: Option<usize>,
    /// What is left of each piece.
    left: Vec<u32>,
    start: Level<B, O>,
    levels: Vec<Level<B, O>>,
    /// A solution stands on all levels.
    begun: bool,
    done: bool,
}

const NO_IMAGE: u32 = u32::MAX;

impl<B: Bits, O: Bits> Masks<B, O> {
    /// Whether board and pieces fit, by bits of the cells and of the images.
    pub(super) fn fits(tiling: &Tiling) -> bool {
        let frame = Frame::new(tiling.region());
        let images: usize = (0..tiling.pieces().len()).map(|piece| tiling.images(piece).len()).sum();
        frame.cells() <= B::BITS as usize && images <= O::BITS as usize && reach(tiling, &frame) <= 64
    }

    /// The search over all tilings in which the pivot, if there is one, lies in one
    /// of these placements.
    pub(super) fn new(tiling: &Tiling, pivot: Option<(usize, &[Laid])>) -> Self {
        let frame = Frame::new(tiling.region());
        let pieces = tiling.pieces();
        let mut shapes = Vec::new();
        let mut image = Vec::new();
        let mut group = vec![O::EMPTY; pieces.len()];
        let mut valid = vec![O::EMPTY; frame.cells()];
        let mut blocked = vec![[O::EMPTY; 1 << CHUNK]; reach(tiling, &frame).div_ceil(CHUNK)];
        for (piece, group) in group.iter_mut().enumerate() {
            let first = image.len() as u32;
            for orientation in 0..tiling.images(piece).len() {
                let number = image.len() as u32;
                image.push((piece as u32, orientation as u32));
                *group = *group | O::bit(number);
                let offsets = offsets(tiling, &frame, piece, orientation);
                // One that is too large for the board lies nowhere on it.
                let on_board = |&&at: &&usize| at < frame.cells();
                let bits = offsets.iter().filter(on_board).fold(B::EMPTY, |all, &at| all | B::bit(at as u32));
                shapes.push(bits);
                for &at in offsets.iter().filter(|&&at| at > 0) {
                    let (chunk, bit) = ((at - 1) / CHUNK, (at - 1) % CHUNK);
                    let Some(patterns) = blocked.get_mut(chunk) else { continue };
                    for (pattern, images) in patterns.iter_mut().enumerate() {
                        if pattern >> bit & 1 != 0 {
                            *images = *images | O::bit(number);
                        }
                    }
                }
            }
            for laid in tiling.placements(piece) {
                let cell = tiling.cells(laid).map(|cell| frame.bit(cell)).min().unwrap_or(0);
                valid[cell] = valid[cell] | O::bit(first + laid.orientation as u32);
            }
        }
        let outside = (0..frame.cells()).filter(|&bit| !tiling.region().contains(frame.cell(bit)));
        let mut covered = outside.fold(B::EMPTY, |all, bit| all | B::bit(bit as u32));
        for bit in frame.cells() as u32..B::BITS {
            covered = covered | B::bit(bit);
        }
        let usable = (0..pieces.len()).filter(|&piece| pieces[piece].copies.range().1 > 0);
        let mut usable = usable.fold(O::EMPTY, |all, piece| all | group[piece]);
        let mut placements = Vec::new();
        if let Some((piece, laid)) = pivot {
            usable = usable & !group[piece];
            for &one in laid {
                let cells =
                    tiling.cells(one).fold(B::EMPTY, |all, cell| all | B::bit(frame.bit(cell) as u32));
                let first = cells.first().unwrap_or(0);
                placements.push((cells, first, pivot_image(&image, one)));
            }
        }
        let range = |piece: usize| pieces[piece].copies.range();
        let exact = (0..pieces.len()).all(|piece| range(piece).0 == range(piece).1);
        let start =
            Level { covered, usable, open: O::EMPTY, cell: 0, image: NO_IMAGE, children: 0, tried: 0 };
        let table = Table {
            neighbours: Neighbours::new(&frame),
            frame,
            shape: shapes,
            image,
            valid,
            blocked,
            group,
            least: (0..pieces.len()).map(|piece| range(piece).0).collect(),
            areas: super::feasibility::areas(tiling),
            connected: pieces.iter().all(|piece| piece.shape.is_connected()),
            check_least: !exact || super::feasibility::exact_area(tiling) != Some(tiling.region().len()),
        };
        Self {
            table: Arc::new(table),
            pivot: placements.into(),
            next_pivot: 0,
            laid_pivot: None,
            left: (0..pieces.len()).map(|piece| range(piece).1).collect(),
            start,
            levels: Vec::with_capacity(tiling.region().len() + 1),
            begun: false,
            done: false,
        }
    }

    /// The level after a piece has been laid: what fits at the first open cell, or
    /// nothing if the rest cannot be covered.
    #[inline]
    fn level(&self, covered: B, usable: O) -> Option<Level<B, O>> {
        let table = &*self.table;
        let free = !covered;
        let cell = free.first()?;
        let ahead = covered.down(cell + 1).word(0);
        let mut blocked = O::EMPTY;
        for (chunk, patterns) in table.blocked.iter().enumerate() {
            blocked = blocked | patterns[(ahead >> (CHUNK * chunk) & 0xFF) as usize];
        }
        let open = table.valid[cell as usize] & usable & !blocked;
        if open.is_empty() || (table.connected && !self.parts_can_be_covered(free, cell)) {
            return None;
        }
        Some(Level { covered, usable, open, cell, image: NO_IMAGE, children: open.count(), tried: 0 })
    }

    /// Whether each connected part of the open cells has an area that pieces can
    /// have together.
    #[inline]
    fn parts_can_be_covered(&self, free: B, cell: u32) -> bool {
        let table = &*self.table;
        let mut left = free;
        let mut start = B::bit(cell);
        loop {
            let part = table.neighbours.flood(start, left);
            if !table.areas.get(part.count() as usize).copied().unwrap_or(false) {
                return false;
            }
            left = left & !part;
            match left.first() {
                Some(next) => start = B::bit(next),
                None => return true,
            }
        }
    }

    /// Lays the next pivot, or begins without one; `false` if there is none left.
    fn begin(&mut self) -> bool {
        if self.pivot.is_empty() {
            if core::mem::replace(&mut self.begun, true) {
                return false;
            }
            let level = self.level(self.start.covered, self.start.usable);
            self.levels.extend(level);
            return true;
        }
        let Some(&(cells, ..)) = self.pivot.get(self.next_pivot) else { return false };
        self.laid_pivot = Some(self.next_pivot);
        self.next_pivot += 1;
        let level = self.level(self.start.covered | cells, self.start.usable);
        self.levels.extend(level);
        true
    }

    fn least_is_used(&self) -> bool {
        if !self.table.check_least {
            return true;
        }
        let mut used = vec![0u32; self.table.least.len()];
        self.images(|image, _| used[self.table.image[image as usize].0 as usize] += 1);
        used.iter().zip(&self.table.least).all(|(used, least)| used >= least)
    }

    /// Tells the image and the first cell of all laid pieces.
    fn images(&self, mut tell: impl FnMut(u32, u32)) {
        if let Some(&(_, first, image)) = self.laid_pivot.and_then(|at| self.pivot.get(at)) {
            tell(image, first);
        }
        self.levels.iter().filter(|level| level.image != NO_IMAGE).for_each(|l| tell(l.image, l.cell));
    }

    /// Takes the piece of the top level back.
    #[inline]
    fn take_back(&mut self, level: usize) {
        let image = core::mem::replace(&mut self.levels[level].image, NO_IMAGE);
        if image != NO_IMAGE {
            self.left[self.table.image[image as usize].0 as usize] += 1;
        }
    }

    /// Goes on to the next tiling.
    pub(super) fn advance(&mut self, meter: &mut Meter<'_>) -> Result<bool, Stop> {
        if self.done {
            return Ok(false);
        }
        loop {
            let Some(top) = self.levels.len().checked_sub(1) else {
                if self.next_pivot < self.pivot.len() {
                    meter.spend(1)?;
                }
                if !self.begin() {
                    self.done = true;
                    return Ok(false);
                }
                let covered = match self.laid_pivot {
                    Some(at) => self.start.covered | self.pivot[at].0,
                    None => self.start.covered,
                };
                if (!covered).is_empty() && self.least_is_used() {
                    return Ok(true);
                }
                continue;
            };
            self.take_back(top);
            let level = &mut self.levels[top];
            let Some(image) = level.open.first() else {
                self.levels.pop();
                continue;
            };
            meter.spend(1)?;
            level.open = level.open.without_first();
            level.image = image;
            level.tried += 1;
            let covered = level.covered | self.table.shape[image as usize].up(level.cell);
            let mut usable = level.usable;
            let piece = self.table.image[image as usize].0 as usize;
            let left = &mut self.left[piece];
            *left -= 1;
            if *left == 0 {
                usable = usable & !self.table.group[piece];
            }
            if (!covered).is_empty() {
                if self.least_is_used() {
                    return Ok(true);
                }
                continue;
            }
            if let Some(next) = self.level(covered, usable) {
                self.levels.push(next);
            }
        }
    }

    /// The pieces that lie now.
    pub(super) fn laid(&self, tiling: &Tiling) -> Vec<Laid> {
        let mut laid = Vec::new();
        self.images(|image, first| {
            let (piece, orientation) = self.table.image[image as usize];
            let (piece, orientation) = (piece as usize, orientation as usize);
            let shape = &tiling.images(piece)[orientation];
            // The cell of the image that comes first in the order of bits.
            let frame = &self.table.frame;
            let anchor = shape.cells().iter().min_by_key(|&&cell| frame.bit(cell));
            let (anchor, cell) = (anchor.copied().unwrap_or_default(), frame.cell(first as usize));
            laid.push(Laid { piece, orientation, at: cell.offset(-anchor.x, -anchor.y) });
        });
        tiling.sort(&mut laid);
        laid
    }

    /// The estimated share that is done.
    pub(super) fn fraction(&self) -> f64 {
        let placements = self.pivot.len() as u32;
        let pivot = Fraction { tried: self.next_pivot as u32, children: placements };
        let fraction = |level: &Level<B, O>| Fraction { tried: level.tried, children: level.children };
        let levels = self.levels.iter().map(fraction);
        share_done((placements > 0).then_some(pivot).into_iter().chain(levels))
    }

    /// Splits a search that has not begun by the placements of the pivot, or by
    /// what lies at the first cell.
    #[cfg(feature = "rayon")]
    pub(super) fn split(&self) -> Vec<Self> {
        if !self.pivot.is_empty() {
            let part = |at| Self { pivot: self.pivot[at..=at].into(), ..self.clone() };
            return (0..self.pivot.len()).map(part).collect();
        }
        let Some(first) = self.level(self.start.covered, self.start.usable) else {
            return Vec::from([self.clone()]);
        };
        let mut parts = Vec::new();
        let mut open = first.open;
        while let Some(image) = open.first() {
            open = open.without_first();
            let only = Level { open: O::bit(image), children: 1, ..first };
            parts.push(Self { begun: true, levels: Vec::from([only]), ..self.clone() });
        }
        parts
    }
}

fn pivot_image(images: &[(u32, u32)], laid: Laid) -> u32 {
    let wanted = (laid.piece as u32, laid.orientation as u32);
    images.iter().position(|&image| image == wanted).map_or(NO_IMAGE, |at| at as u32)
}

/// How far the cells of an image lie ahead of its first cell, in bits.
fn offsets(tiling: &Tiling, frame: &Frame, piece: usize, orientation: usize) -> Vec<usize> {
    let bits: Vec<usize> =
        tiling.images(piece)[orientation].cells().iter().map(|&cell| frame.bit(cell)).collect();
    let first = bits.iter().copied().min().unwrap_or(0);
    bits.into_iter().map(|bit| bit - first).collect()
}

/// The farthest offset of all images.
fn reach(tiling: &Tiling, frame: &Frame) -> usize {
    let pieces = 0..tiling.pieces().len();
    let images = pieces.flat_map(|piece| (0..tiling.images(piece).len()).map(move |o| (piece, o)));
    let fits = |&(piece, o): &(usize, usize)| {
        let image = &tiling.images(piece)[o];
        image.width() <= tiling.region().width() && image.height() <= tiling.region().height()
    };
    images
        .filter(fits)
        .map(|(piece, o)| offsets(tiling, frame, piece, o).into_iter().max().unwrap_or(0))
        .max()
        .unwrap_or(0)
}
