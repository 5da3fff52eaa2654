//! A program that a search has found, and what is known of it.

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
    /// How many programs stand one after the other between it and a program made at random, at most, itself included:
    /// 0 if it was made at random.
    pub depth: u64,
    /// Its games, of all generations since, by the quick rules. All opponents have an equal share in them.
    pub tally: WinDrawLoss,
}

impl Member {
    /// The score that it has for certain, nearly: one standard deviation below its mean. It is what a program is ranked by, so that
    /// few lucky games do not put it before one that has proven itself.
    #[must_use]
    pub fn proven(&self) -> f64 {
        self.tally.score() - self.tally.variance_of_score().sqrt()
    }

    /// The best score that would not be a surprise: two standard deviations above what it has.
    pub(crate) fn hoped(&self) -> f64 {
        self.tally.score() + 2.0 * self.tally.variance_of_score().sqrt()
    }

    /// The better one first; of equals the shorter, then the elder.
    pub(crate) fn better_first(&self, other: &Self) -> Ordering {
        let by_score = other.proven().total_cmp(&self.proven());
        by_score.then(self.program.len().cmp(&other.program.len())).then(self.id.cmp(&other.id))
    }

    /// How much is to be gained from more games: the best that have played least.
    pub(crate) fn doubt(&self) -> f64 {
        self.proven() - float(self.tally.games()).sqrt() / 100.0
    }
}
