//! First fit: the largest stones first, each as low as it lies.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::anytime::Packer;
use crate::rules::id::KindId;
use crate::rules::placement::Placement;

/// A packing without a search: what there is before one has found any.
///
/// # Complexity
/// `O(kinds · cells of the frame · area)`.
pub(super) fn first_fit(packer: &Packer, stock: &[u32]) -> Vec<Placement> {
    let mut free = packer.wall.region().clone();
    let (width, height) = (free.width(), free.height());
    let mut kinds: Vec<KindId> = packer.stones.kinds().collect();
    kinds.sort_by_key(|&kind| Reverse(packer.stones.area(kind)));
    let mut laid = Vec::new();
    for kind in kinds {
        let mut left = stock.get(kind.index()).copied().unwrap_or(0);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            for rot in 0..4 {
                let Some(turned) = packer.stones.turned(kind, rot).filter(|_| left > 0) else { continue };
                let cells = || turned.cells().iter().map(|cell| cell.offset(x as i32, y as i32));
                if cells().all(|cell| free.contains(cell)) {
                    for cell in cells() {
                        free.remove(cell);
                    }
                    laid.push(Placement::turned(kind, rot.into(), x as i64, y as i64));
                    left -= 1;
                }
            }
        }
    }
    laid
}
