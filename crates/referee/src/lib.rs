//! Plays one match, or replays a recorded match and checks whether the record is true.

mod asked_turn;
mod attempts;
mod lineup;
mod players;
mod replay;
mod runner;

pub use asked_turn::{AskedTurn, asked_turn};
pub use attempts::{Attempted, Conditions, Detail, MAX_ATTEMPTS, attempt_until_valid, play_match};
pub use lineup::{Lineup, MAX_MATCHES_BYTES, Provenance, Source};
pub use players::{Budgeted, PlayerFactory};
pub use replay::{Depth, Played, ReplayDifference, ReplayError, Replayed, differences, replay};
pub use runner::{Finished, MatchError, MatchRunner};
