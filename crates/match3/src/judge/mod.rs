//! How good is it?

pub(crate) mod leaf;
pub(crate) mod policy;
