//! Packing a wall with a stock of stones, as much area as possible.
//!
//! The rule against floating never costs area (see `rules::support`), so the
//! searches ignore it and let the result settle.

mod anytime;
mod classic;
mod dfs;
mod exact;
mod first_fit;
mod index;
mod sums;
mod window;

#[cfg(test)]
mod tests;

pub use anytime::{PackSearch, Packer, Packing, pack};
pub use classic::{ClassicConfig, StoneWeights, classic_pack};
pub use exact::exact_pack;
