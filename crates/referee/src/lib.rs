//! Plays one match, or plays a recorded one again and says whether the record is true.

mod lineup;
mod moment;
mod replay;
mod table;

pub use lineup::{Lineup, MAX_TABLES_BYTES, Source};
pub use moment::{Moment, moment};
pub use replay::{Depth, Difference, ReplayError, Replayed, replay};
pub use table::{Finished, MatchError, Table};
