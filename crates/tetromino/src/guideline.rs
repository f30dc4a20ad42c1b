//! The guideline's game for one and against others: hold, previews, bags, combos,
//! back-to-back, attacks, garbage, gravity and lock delay.

mod attack;
mod fall;
mod game;
mod garbage;
mod gravity;
mod standing;

pub use attack::{AttackTable, Combo, PerfectClear};
pub use fall::{Fall, LockDelay};
pub use game::{GuidelineEnd, GuidelineGame, GuidelineRules, IllegalMove, Played};
pub use garbage::{Garbage, GarbageRules};
pub use gravity::Gravity;
pub use standing::{Outcome, Standing};
