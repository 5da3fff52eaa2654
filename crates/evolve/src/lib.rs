//! A search for strong programs: mutation and crossover on islands, and an archive that keeps the best program of every
//! niche (MAP-Elites: Mouret and Clune, "Illuminating search spaces by mapping elites", 2015), so that it finds different
//! ideas and not one.
//!
//! It is pure: it breeds by [`game::Breeding`], has an [`Evaluator`] play the games that it asks for, and is told what they came
//! to. All it draws comes from its seed and the number of the generation, so the same settings come to the same programs,
//! on any machine and however often the search was stopped and taken up again.

mod breed;
mod choose;
mod evaluator;
mod member;
mod race;
mod search;
mod seeds;
#[cfg(test)]
mod tests;

pub use choose::{Against, Confirmed, Interval};
pub use evaluator::{Evaluator, Request, Tally};
pub use member::Member;
pub use search::{Search, SearchError, Settings};
