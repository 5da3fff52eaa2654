//! A match that can be viewed at any turn: the basis of every viewer and debugger.
//!
//! A [`Replay`] goes to any turn, forward and backward, and says what the match looks like there, what happened in the last
//! turn, and who wrote each cell last. A record stores none of this: the match is played again, from copies that are kept at
//! regular turns ([`MAX_COPIES_BYTES`]). A [`Timeline`] says when something happens. A [`TurnSearch`] finds the next or the
//! previous turn in which a [`Condition`] begins to hold: an event, or the state of a register or a cell. A [`Replay`] can be
//! forked: it continues from its turn with something changed. [`keys`] says which keys viewers have.
//!
//! This crate is pure: it draws nothing and reads no clock, so terminal, page and tests share it.

mod answer_source;
mod change;
mod condition;
mod copies;
pub mod explain;
mod fork;
pub mod keys;
mod last_writes;
pub mod lead;
mod narration;
pub mod painting;
mod replay;
mod search;
pub mod seat_look;
mod snapshot;
mod timeline;

pub use change::{CHANGES, ChangeError, change};
pub use condition::{Comparison, Condition, ConditionError, ImpossibleCondition};
pub use copies::MAX_COPIES_BYTES;
pub use fork::{Different, ReplaceError, different};
pub use last_writes::LastWrite;
pub use referee::{Lineup, ReplayDifference};
pub use replay::{End, Replay};
pub use search::{Direction, Found, SearchStep, TurnSearch};
pub use timeline::{Bucket, Death, MAX_BUCKETS, Timeline};
