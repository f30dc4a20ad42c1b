//! Fields, pieces that cleared rows split, and the order of a queue.

pub(crate) mod error;
pub(crate) mod field;
pub(crate) mod mask;
pub(crate) mod order;
pub(crate) mod share;
pub(crate) mod solution;
