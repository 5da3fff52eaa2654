//! A search for strong programs: mutation and crossover on islands, and an archive that keeps the best program of every niche
//! (MAP-Elites: Mouret and Clune, "Illuminating search spaces by mapping elites", 2015), so that it finds several ideas
//! instead of one.
//!
//! The search is deterministic. It breeds with [`game::Breeding`] and has an [`Evaluator`] play the games that it needs. All
//! random numbers come from its seed and the number of the generation. The same settings therefore give the same programs
//! on every machine, however often the search is stopped and resumed.

mod breed;
mod choose;
mod evaluator;
mod member;
mod race;
mod search;
mod seeds;
#[cfg(test)]
mod tests;

pub use choose::{Against, Confirmed, ScoreInterval};
pub use evaluator::{Evaluator, Request, WinDrawLoss};
pub use member::Member;
pub use search::{Search, SearchError, Settings};
