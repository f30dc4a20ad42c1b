//! What can be known of a field before any search.

pub(crate) mod difficulty;
pub(crate) mod invariant;
pub(crate) mod preference;
