//! Sets of pieces that may be built, one after the other.

use grid_core::{Meter, Stop};

use super::options::Options;

/// A search that stands still at each set.
pub(crate) trait Candidates<B> {
    /// Goes on to the next set; `false` if there is none left. A node is a piece laid.
    fn advance(&mut self, options: &Options<B>, meter: &mut Meter<'_>) -> Result<bool, Stop>;

    /// The options of the present set.
    fn chosen(&self) -> &[u32];
}
