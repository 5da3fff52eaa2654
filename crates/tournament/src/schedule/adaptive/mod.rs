//! The adaptive schedule: games go where they decide the first ranks.

mod evidence;
mod looks;
mod worth;

use statrs::distribution::{ContinuousCDF, Normal};

use super::Schedule;
use super::history::History;
use crate::ratings::{Confidence, RankInterval, Results, real};
use crate::{Encounter, Entrant, Played, Ranking};
pub(crate) use evidence::Evidence;
use looks::Looks;

/// A tournament that plays until the first ranks are settled, or its budget is spent.
#[derive(Debug, Clone)]
pub struct Adaptive {
    entrants: usize,
    top: usize,
    confidence: Confidence,
    looks: Looks,
    handed_out: u64,
}

/// What an adaptive tournament has come to.
#[derive(Debug, Clone, PartialEq)]
pub struct AdaptiveState {
    /// The first entrants, the best first, with the ranks that each may have.
    pub ranks: Vec<(Entrant, RankInterval)>,
    /// The games that were handed out so far.
    pub games: u64,
    /// The most there can be.
    pub budget: u64,
}

impl AdaptiveState {
    /// Whether all of the first ranks are settled.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.ranks.iter().all(|(_, interval)| interval.is_settled())
    }

    /// Whether it is over though something is open.
    #[must_use]
    pub fn is_out_of_budget(&self) -> bool {
        self.games >= self.budget && !self.is_settled()
    }
}

impl Adaptive {
    /// A tournament of `entrants` that is to settle the first `top` ranks, with at most `budget` games (rounded down to
    /// an even number).
    #[must_use]
    pub fn new(entrants: usize, top: usize, budget: u64, confidence: Confidence) -> Self {
        let top = top.min(entrants);
        Self { entrants, top, confidence, looks: Looks::new(entrants, budget), handed_out: 0 }
    }

    /// What is settled after these encounters, which are those of whole rounds.
    #[must_use]
    pub fn state(&self, played: &[Played]) -> AdaptiveState {
        let evidence = Evidence::of(&self.results(played));
        AdaptiveState {
            ranks: evidence.ranks(self.top, self.bound()),
            games: games(played),
            budget: self.looks.budget(),
        }
    }

    /// What everything is concluded from. Counts may be fractions: where games are not independent of each other, they
    /// are to be scaled here.
    fn results(&self, played: &[Played]) -> Results {
        Results::of_pairs(self.entrants, played)
    }

    /// The standard deviations that a lead must exceed to be no chance.
    fn bound(&self) -> f64 {
        bound(self.entrants, self.top, self.confidence, self.looks.count())
    }
}

impl Schedule for Adaptive {
    fn next_round(&mut self, played: &[Played]) -> Vec<Encounter> {
        let mut history = History::of(played);
        let wishes = if played.is_empty() {
            self.looks.first_round(self.entrants)
        } else {
            let results = self.results(played);
            let open = Evidence::of(&results).open(self.top, self.bound());
            let games = if open.is_empty() { 0 } else { self.looks.next_round(games(played)) };
            worth::wishes(&results, &open, |one, other| history.games(&[one, other]), games)
        };
        let round: Vec<Encounter> =
            wishes.into_iter().map(|(pair, games)| history.meet(pair.to_vec(), games)).collect();
        self.handed_out = games(played) + round.iter().map(Encounter::matches).sum::<u64>();
        round
    }

    /// Those that are known of so far: the more it plays, the more they become.
    fn matches(&self) -> u64 {
        self.handed_out.max(self.looks.next_round(0))
    }

    fn ranking(&self, played: &[Played]) -> Ranking {
        Ranking::Rated(Evidence::of(&self.results(played)).rounded_scores())
    }
}

/// The standard deviations that a lead must exceed, so that with this confidence none of the first `top` ranks is settled
/// wrongly at any of so many looks.
pub(crate) fn bound(entrants: usize, top: usize, confidence: Confidence, looks: u64) -> f64 {
    let comparisons: u64 = (1..=top.min(entrants)).map(|rank| (entrants - rank) as u64).sum();
    let ways_to_err = real(2 * comparisons.max(1)) * real(looks.max(1));
    -Normal::standard().inverse_cdf((1.0 - confidence.share()) / ways_to_err)
}

fn games(played: &[Played]) -> u64 {
    played.iter().map(|played| played.encounter.matches()).sum()
}
