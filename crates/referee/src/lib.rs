//! Plays one match, or plays a recorded one again and says whether the record is true.

mod attempts;
mod guests;
mod lineup;
mod moment;
mod replay;
mod table;

pub use attempts::{Attempted, Conditions, Detail, MAX_ATTEMPTS, attempt_until_valid, play_match};
pub use guests::{Budgeted, GuestHouse, NobodyHome};
pub use lineup::{Lineup, MAX_TABLES_BYTES, Provenance, Source};
pub use moment::{Moment, moment};
pub use replay::{Depth, Difference, ReplayError, Replayed, replay};
pub use table::{Finished, MatchError, Table};
