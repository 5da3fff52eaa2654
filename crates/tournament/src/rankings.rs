//! Rankings of a contest: ratings, ranks and their intervals.

mod basis;
mod estimate;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;

use crate::ratings::{
    BalancedRatings, Confidence, Cycle, EloInterval, GoodnessOfFit, HierarchicalRatings, Interrupted,
    Likelihoods, OutcomeProbabilities, ProgressMonitor, RankInterval, unstopped,
};
use crate::{EncounterResult, EntrantIndex};

pub use basis::{ChanceSource, IntervalBasis};
pub use estimate::Estimate;

/// Results that are drawn to find whether the ratings fit.
const SIMULATIONS: u64 = 199;

/// The largest field for which results, or other fields, are drawn: the time grows with the cube of its size.
const LARGEST_DRAWN: usize = 200;

/// Why there are no rank ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRankRanges {
    /// The schedule paired by results.
    PairedByResults,
    /// Each pair played one setup, and the field is too small to see by its scores whether luck counted double.
    OneSetupPerPair,
}

/// The rating and the ranks of an entrant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rated {
    /// The rating in Elo points; the mean of the field is 0.
    pub elo: f64,
    /// The interval of the rating, which holds individually with the requested confidence.
    pub interval: EloInterval,
    /// The possible ranks. The rank ranges of all entrants hold jointly with that confidence.
    pub ranks: RankInterval,
}

/// Ratings of a field, their intervals, and signs that results depend on match-ups and not only on strength.
#[derive(Debug, Clone)]
pub struct Rankings {
    /// What intervals are about.
    pub basis: IntervalBasis,
    /// The confidence of the intervals.
    pub confidence: Confidence,
    /// The number of repeated games, in which the same programs in the same seats gave the same answers. Repeats do not
    /// count.
    pub repeats: u64,
    /// Encounters whose scores are exact, since every setup was counted.
    pub exact: usize,
    /// Encounters that were sampled.
    pub sampled: usize,
    /// Why rank ranges are not known to hold jointly, so that every entrant may have every rank. `None` if they hold.
    pub withheld: Option<NoRankRanges>,
    /// The entrant from which ratings are measured, and its rating.
    pub anchor: Option<(EntrantIndex, f64)>,
    /// Without an anchor, the entrants whose ratings do not count in the mean that is 0
    /// ([`Ratings::outside_centre`](crate::ratings::Ratings::outside_centre)).
    pub outside_centre: Vec<EntrantIndex>,
    /// The standing of every entrant.
    pub entrants: Vec<Rated>,
    /// The clearest cycles of three.
    pub cycles: Vec<Cycle>,
    /// How well the ratings agree with the results; `None` if results are not random, for fields of more than 200, and where
    /// the schedule paired by results.
    pub fit: Option<GoodnessOfFit>,
    estimate: Estimate,
    balanced: Option<BalancedRatings>,
    hierarchical: Option<HierarchicalRatings>,
    /// Worked out when the first one is asked for.
    likelihoods: OnceCell<Likelihoods>,
}

impl Rankings {
    /// Computes rankings from the results of these encounters. Random numbers are drawn from `seed`.
    #[must_use]
    pub fn new(
        entrants: usize,
        played: &[EncounterResult],
        luck: ChanceSource,
        confidence: Confidence,
        seed: u64,
    ) -> Self {
        unstopped(|monitor| Self::compute(entrants, played, luck, confidence, seed, monitor))
    }

    /// Computes rankings like [`Rankings::new`], and can be stopped. It takes seconds for a thousand entrants, and longer for
    /// more.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute(
        entrants: usize,
        played: &[EncounterResult],
        luck: ChanceSource,
        confidence: Confidence,
        seed: u64,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        let estimate = Estimate::compute(entrants, played, luck, seed, monitor)?;
        let Estimate { basis, ratings, field, .. } = &estimate;
        let (intervals, ranks) = match field {
            Some(field) => (field.intervals(confidence), field.ranks(confidence)),
            None => (
                ratings.compute_intervals(confidence, monitor)?,
                ratings.compute_ranks(confidence, seed, monitor)?,
            ),
        };
        let is_seen = estimate.dispersion.as_ref().is_none_or(|luck| luck.is_seen_in(&estimate.games));
        let withheld = (!is_seen && entrants > 1).then_some(NoRankRanges::OneSetupPerPair);
        let all = RankInterval { best: 1, worst: entrants };
        let rated = |(entrant, (interval, ranks)): (EntrantIndex, (EloInterval, RankInterval))| Rated {
            elo: ratings.elo(entrant),
            interval,
            ranks: if withheld.is_some() { all } else { ranks },
        };
        let is_testable = *basis == IntervalBasis::Setups && entrants <= LARGEST_DRAWN;
        let fit =
            if is_testable { Some(ratings.compute_goodness(SIMULATIONS, seed, monitor)?) } else { None };
        monitor.at("circles", 0, 1)?;
        let outside_centre = ratings.outside_centre();
        Ok(Self {
            basis: *basis,
            confidence,
            repeats: played.iter().map(|played| played.tally.repeats()).sum(),
            exact: played.iter().filter(|played| played.tally.census.is_some()).count(),
            sampled: played.iter().filter(|played| played.tally.census.is_none()).count(),
            entrants: intervals.into_iter().zip(ranks).enumerate().map(rated).collect(),
            cycles: estimate.cycles(confidence),
            fit,
            estimate,
            balanced: None,
            hierarchical: None,
            withheld,
            anchor: None,
            outside_centre,
            likelihoods: OnceCell::new(),
        })
    }

    /// Whether rank ranges hold jointly.
    #[must_use]
    pub fn ranks_hold(&self) -> bool {
        self.withheld.is_none()
    }

    /// Computes rankings for a schedule that chose pairings by earlier results, and therefore supplies the possible `ranks`
    /// of each entrant itself. Ratings are then those of a round robin.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn of_chosen_games(
        mut self,
        ranks: Vec<RankInterval>,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        self.withheld = None;
        for (rated, ranks) in self.entrants.iter_mut().zip(ranks) {
            rated.ranks = ranks;
        }
        if self.basis == IntervalBasis::Setups {
            let balanced = BalancedRatings::compute(&self.estimate.ratings.worth(), monitor)?;
            let intervals = balanced.intervals(self.confidence);
            for (entrant, (rated, interval)) in self.entrants.iter_mut().zip(intervals).enumerate() {
                (rated.elo, rated.interval) = (balanced.elo(entrant), interval);
            }
            self.balanced = Some(balanced);
        }
        Ok(self)
    }

    /// Computes rankings for a schedule that chose pairings by earlier results and says nothing about ranks. Ratings then
    /// have a prior as wide as the field ([`HierarchicalRatings`]). Every entrant may have every rank and the fit is not
    /// tested, since the methods for both hold for fixed pairings.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn of_games_paired_by_results(mut self, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        self.withheld = Some(NoRankRanges::PairedByResults);
        self.fit = None;
        let all = RankInterval { best: 1, worst: self.entrants.len() };
        self.entrants.iter_mut().for_each(|rated| rated.ranks = all);
        if self.basis == IntervalBasis::Setups {
            let hierarchical = HierarchicalRatings::compute(&self.estimate.ratings.worth(), monitor)?;
            let intervals = hierarchical.intervals(self.confidence);
            for (entrant, (rated, interval)) in self.entrants.iter_mut().zip(intervals).enumerate() {
                (rated.elo, rated.interval) = (hierarchical.elo(entrant), interval);
            }
            self.hierarchical = Some(hierarchical);
            self.outside_centre = Vec::new();
        }
        Ok(self)
    }

    /// Measures ratings from one of the entrants, whose rating is `elo` by definition. Intervals are then those of distances
    /// from it. Ranks and likelihoods stay as they are.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn anchored(
        mut self,
        anchor: EntrantIndex,
        elo: f64,
        monitor: ProgressMonitor,
    ) -> Result<Self, Interrupted> {
        let intervals = match (&self.hierarchical, &self.balanced, &self.estimate.field) {
            (Some(hierarchical), _, _) => hierarchical.intervals_from(anchor, self.confidence),
            (None, Some(balanced), _) => balanced.intervals_from(anchor, self.confidence),
            (None, None, Some(field)) => field.intervals_from(anchor, self.confidence),
            (None, None, None) => self.estimate.ratings.intervals_from(anchor, self.confidence, monitor)?,
        };
        let by = elo - self.entrants[anchor].elo;
        for (rated, interval) in self.entrants.iter_mut().zip(intervals) {
            (rated.elo, rated.interval) = (rated.elo + by, interval.raised(elo));
        }
        self.entrants[anchor].elo = elo;
        self.anchor = Some((anchor, elo));
        Ok(self)
    }

    /// Prepares the values of [`Rankings::likelihood_better`], which takes long in a large field. Callers that need them call
    /// this first, since it can be stopped.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute_likelihoods(&self, monitor: ProgressMonitor) -> Result<(), Interrupted> {
        let is_needed =
            self.estimate.field.is_none() && self.balanced.is_none() && self.hierarchical.is_none();
        if is_needed && self.likelihoods.get().is_none() {
            let likelihoods = self.estimate.ratings.compute_likelihoods(monitor)?;
            // They are not there yet, and nobody else can have put any in.
            let _ = self.likelihoods.set(likelihoods);
        }
        Ok(())
    }

    /// The likelihood that one entrant is better than another, from 0 to 1.
    #[must_use]
    pub fn likelihood_better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        if let Some(hierarchical) = &self.hierarchical {
            return hierarchical.likelihood_better(one, other);
        }
        match (&self.estimate.field, &self.balanced) {
            (Some(field), _) => field.likelihood_better(one, other),
            (None, Some(balanced)) => balanced.likelihood_better(one, other),
            (None, None) => {
                self.likelihoods.get_or_init(|| self.estimate.ratings.likelihoods()).better(one, other)
            }
        }
    }

    /// The likelihood that one entrant is better than the next, from 0 to 1, for each but the last of these. This takes less
    /// time than for all pairs.
    #[must_use]
    pub fn likelihoods_in_order(&self, order: &[EntrantIndex]) -> Vec<f64> {
        let is_of_ratings =
            self.estimate.field.is_none() && self.balanced.is_none() && self.hierarchical.is_none();
        if is_of_ratings && self.likelihoods.get().is_none() {
            return self.estimate.ratings.likelihoods_in_order(order);
        }
        order.windows(2).map(|two| self.likelihood_better(two[0], two[1])).collect()
    }

    /// The chances of a game between two entrants, from their ratings alone.
    #[must_use]
    pub fn expected(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        match (&self.balanced, &self.hierarchical) {
            (Some(balanced), _) => balanced.expected(one, other),
            (None, Some(hierarchical)) => hierarchical.expected(one, other),
            (None, None) => self.estimate.ratings.expected(one, other),
        }
    }
}
