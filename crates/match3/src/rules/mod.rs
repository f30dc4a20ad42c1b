//! What is legal, and what happens then.

pub(crate) mod board;
pub(crate) mod event;
pub(crate) mod fast;
pub(crate) mod general;
pub(crate) mod refill;
pub(crate) mod resolve;
pub(crate) mod runs;
pub(crate) mod swap;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod tile;
pub(crate) mod wave;
