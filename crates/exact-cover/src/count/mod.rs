//! How many solutions there are, without visiting each.

mod auto;
mod layers;
mod natural;
mod order;
mod zdd;

pub(crate) use auto::count_with;
pub use auto::{CountMethod, CountOptions, Counted};
pub use natural::Natural;
pub use zdd::{Zdd, ZddError, ZddSolutions};
