//! From candidate tilings to the orders in which they can be built.

pub(crate) mod board;
pub(crate) mod build;
pub(crate) mod options;
pub(crate) mod percent;
pub(crate) mod reach;
pub(crate) mod row_order;
pub(crate) mod solver;
pub(crate) mod tilings;
