//! Ready-made problems, built on the public interface only.

mod langford;
mod queens;

pub use langford::langford;
pub use queens::queens;
