//! A match that can be viewed at any turn: the basis of every viewer and debugger.
//!
//! A [`Replay`] goes to any turn, forward and backward, and says what a match looks like there, what happened in the
//! last turn, and who wrote each cell last. Nothing of that is stored in a record: it is played again, from copies of
//! the match that are kept at turns in between ([`MAX_COPIES_BYTES`]). A [`Timeline`] says where something happens. A
//! [`TurnSearch`] finds the next or the previous turn in which a [`Condition`] begins to hold: an event, or the state of a
//! register or a cell. A [`Replay`] can be forked: something is changed at its turn, and it goes on from there.
//! [`keys`] says which keys viewers have.
//!
//! This crate is pure: it draws nothing and reads no clock, so terminal, page and tests share it.

mod answer_source;
mod change;
mod condition;
mod copies;
pub mod explain;
mod fork;
pub mod keys;
pub mod lead;
mod ledger;
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
pub use ledger::LastWrite;
pub use referee::{Lineup, ReplayDifference};
pub use replay::{End, Replay};
pub use search::{Direction, Found, SearchStep, TurnSearch};
pub use timeline::{Bucket, Death, MAX_BUCKETS, Timeline};
