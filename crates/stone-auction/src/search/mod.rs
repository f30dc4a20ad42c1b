//! Search: packings, and tournaments. Knows the rules and the judge's trait.

pub(crate) mod packing;
pub(crate) mod tournament;
