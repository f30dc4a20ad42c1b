//! How many solutions there are, without visiting each.

mod auto;
mod layers;
mod natural;
mod order;
mod zdd;

pub use auto::{CountMethod, CountOptions, Counted};
pub(crate) use auto::{Counting, count_with};
pub use natural::Natural;
pub use zdd::{Zdd, ZddError, ZddSolutions};
