//! A program that a search has found, and what the search knows about it.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::WinDrawLoss;
use crate::evaluator::float;

/// A program of the search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// Its number: programs are numbered as they are bred, from 0.
    pub id: u64,
    /// Its code as canonical text.
    pub program: String,
    /// The idea that it follows, in the game's words.
    pub niche: String,
    /// The generation in which it was bred; the first is 0.
    pub generation: u64,
    /// The numbers of the programs that it was bred from: none, one or two.
    pub parents: Vec<u64>,
    /// The greatest number of breeding steps between a random program and this one; 0 if it is random itself.
    pub depth: u64,
    /// Its games in all generations since, by the quick rules. Every opponent has an equal share in them.
    pub tally: WinDrawLoss,
}

impl Member {
    /// A score that the program almost certainly has: one standard deviation below its mean. Programs are ranked by it, so
    /// that a few lucky games do not put a program above one that has proven itself.
    #[must_use]
    pub fn proven(&self) -> f64 {
        self.tally.score() - self.tally.variance_of_score().sqrt()
    }

    /// The best score that would not be a surprise: two standard deviations above the mean.
    pub(crate) fn hoped(&self) -> f64 {
        self.tally.score() + 2.0 * self.tally.variance_of_score().sqrt()
    }

    /// Orders the better program first; among equals the shorter, then the older.
    pub(crate) fn better_first(&self, other: &Self) -> Ordering {
        let by_score = other.proven().total_cmp(&self.proven());
        by_score.then(self.program.len().cmp(&other.program.len())).then(self.id.cmp(&other.id))
    }

    /// How useful more games would be: high for the best programs with the fewest games.
    pub(crate) fn doubt(&self) -> f64 {
        self.proven() - float(self.tally.games()).sqrt() / 100.0
    }
}
