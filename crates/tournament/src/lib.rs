//! Tournaments as pure functions: who meets whom ([`schedule`]), the points of a match ([`Scoring`]),
//! and the results ([`Table`], [`CrossTable`]).
//!
//! Entrants are numbers, their positions in a field that is sorted by the content of programs. So
//! nothing here depends on the order in which programs were named, on time or on threads: the same
//! field, seed and results give the same table.

mod cross;
mod encounter;
mod games;
mod gifts;
mod places;
mod points;
mod rankings;
pub mod ratings;
pub mod schedule;
mod seating;
pub mod sequential;
pub mod simulation;
mod table;
mod tally;

pub use cross::{CrossTable, HeadToHead};
pub use encounter::{Encounter, EncounterResult, Field, pairing_seed, rounded_up};
pub use games::Games;
pub use gifts::{Gift, PairScore, gifts};
pub use places::{Places, PlacesError};
pub use points::{Points, Scoring};
pub use rankings::{ChanceSource, Estimate, IntervalBasis, NoRankRanges, Rankings, Rated};
pub use seating::Seating;
pub use table::{Ranking, Row, Standing, Table};
pub use tally::{Tally, half_points};

/// An entrant: its position in the [`Field`].
pub type EntrantIndex = usize;
