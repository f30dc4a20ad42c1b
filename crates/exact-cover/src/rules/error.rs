//! Why a problem is refused.

use alloc::string::String;

use thiserror::Error;

/// What is wrong with a list of items and options. Options are counted from 0 in
/// the order of insertion.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProblemError {
    /// Two items have the same name.
    #[error("item {name:?} is declared twice")]
    DuplicateName {
        /// The name.
        name: String,
    },
    /// An item without a name.
    #[error("item {item} has an empty name")]
    EmptyName {
        /// Index of the item.
        item: usize,
    },
    /// An option uses an item that was never declared.
    #[error("option {option} uses the unknown item {item:?}")]
    UnknownItem {
        /// Index of the option.
        option: usize,
        /// Name or index as given.
        item: String,
    },
    /// An option names an item twice.
    #[error("option {option} uses item {item:?} twice")]
    DuplicateItem {
        /// Index of the option.
        option: usize,
        /// Name of the item.
        item: String,
    },
    /// An option without an item.
    #[error("option {option} has no item")]
    EmptyOption {
        /// Index of the option.
        option: usize,
    },
    /// An item shall be covered at least `lo` and at most `hi < lo` times.
    #[error("item {item:?} has the bounds {lo}..{hi}: the lower one is the larger")]
    Bounds {
        /// Name of the item.
        item: String,
        /// Lower bound.
        lo: u32,
        /// Upper bound.
        hi: u32,
    },
    /// A primary item is used with a colour.
    #[error("option {option} gives a colour to the primary item {item:?}")]
    ColourOnPrimary {
        /// Index of the option.
        option: usize,
        /// Name of the item.
        item: String,
    },
    /// More of something than the crate supports.
    #[error("{found} {what}; at most {limit} are supported")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many there are, at least.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
}
