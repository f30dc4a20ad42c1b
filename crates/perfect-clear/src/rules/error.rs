//! What can be wrong with a question.

use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PcError {
    /// No rows, or more than are supported.
    #[error("{clear} rows are to be cleared; 1 to {limit} are supported", limit = crate::PcField::MAX_HEIGHT)]
    Height {
        /// Rows asked for.
        clear: usize,
    },
    /// A row that has not ten cells.
    #[error("row {row} from the top has {found} cells; 10 are expected")]
    Width {
        /// Which row, from the top, from 0.
        row: usize,
        /// Its cells.
        found: usize,
    },
    /// A cell above the rows that are to be cleared.
    #[error("row {row} from the top has a filled cell above the {clear} rows that are to be cleared")]
    Above {
        /// Which row, from the top, from 0.
        row: usize,
        /// Rows that are to be cleared.
        clear: usize,
    },
    /// Fewer pieces than the empty cells need.
    #[error("{needed} pieces are needed; the queue has {found}")]
    QueueTooShort {
        /// Pieces needed, the held one included.
        needed: usize,
        /// Pieces given, the held one included.
        found: usize,
    },
}
