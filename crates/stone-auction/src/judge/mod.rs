//! The trait by which a tournament knows its players.

pub(crate) mod agent;
