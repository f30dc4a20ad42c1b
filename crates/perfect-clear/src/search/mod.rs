//! From candidate tilings to the orders in which they can be built.

pub(crate) mod board;
pub(crate) mod build;
pub(crate) mod builders;
pub(crate) mod by_height;
mod candidates;
pub(crate) mod choice;
pub(crate) mod cover;
pub(crate) mod elimination;
pub(crate) mod fills;
pub(crate) mod first;
pub(crate) mod generator;
pub(crate) mod live;
pub(crate) mod open_queues;
pub(crate) mod options;
pub(crate) mod path;
pub(crate) mod percent;
pub(crate) mod queue_tree;
pub(crate) mod queues;
pub(crate) mod reach;
pub(crate) mod row_order;
pub(crate) mod seen;
pub(crate) mod setup;
pub(crate) mod solver;
pub(crate) mod steps;
pub(crate) mod tilings;
