//! What the long works of the program consist of, for another program that spreads
//! them over many machines: their arguments, the question they ask, the files they go
//! on from, and what is printed in the end.

pub use crate::commands::Common;
pub use crate::commands::pc::percent::{Asked as ShareArgs, Shown as ShareShown, print as print_share};
pub use crate::commands::pc::shares::{Question as ShareQuestion, ShareFile};
pub use crate::commands::stones::results::{Meeting, ResultFile};
pub use crate::commands::stones::tournament::{Asked as TournamentArgs, print as print_tournament};
pub use crate::commands::tetris::tune::{Args as WeightArgs, Lives, print as print_weights};
pub use crate::error::{BAD_INPUT, CliError, bad_usage};
pub use crate::files::replace as replace_file;
pub use crate::interrupt::flag as interrupt_flag;
pub use crate::tuning::{TuneArgs, TunePlan, Tuned, describe as describe_generation};
