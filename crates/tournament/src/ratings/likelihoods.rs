//! The likelihood, for every pair, that one is better than the other.

use super::distributions::normal_below;
use super::fitted::Ratings;
use super::profile::{Profiles, Quantity};
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use crate::EntrantIndex;

/// Beyond this many standard deviations the likelihood is 1 or 0 to nine digits, whatever its shape.
const SURELY: f64 = 6.0;

/// For each pair of a field, how likely one is better than the other.
#[derive(Debug, Clone, PartialEq)]
pub struct Likelihoods {
    entrants: usize,
    of_pairs: Vec<f64>,
}

impl Likelihoods {
    /// From 0 to 1; for the two the other way round it is 1 minus this.
    #[must_use]
    pub fn better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        self.of_pairs[one * self.entrants + other]
    }
}

impl Ratings {
    /// How likely it is that one is better than another, from 0 to 1: rated higher, if all setups were played. For
    /// many pairs, call [`Ratings::likelihoods`] once instead.
    #[must_use]
    pub fn likelihood_better(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        self.likelihood(&Profiles::of(self), one, other)
    }

    /// The likelihood that one is better than the next, for each but the last of these.
    #[must_use]
    pub fn likelihoods_in_order(&self, order: &[EntrantIndex]) -> Vec<f64> {
        let profiles = Profiles::of(self);
        order.windows(2).map(|two| self.likelihood(&profiles, two[0], two[1])).collect()
    }

    /// For every pair, the likelihood that one is better than the other.
    #[must_use]
    pub fn likelihoods(&self) -> Likelihoods {
        unstopped(|monitor| self.compute_likelihoods(monitor))
    }

    /// Like [`Ratings::likelihoods`], and can be stopped. It takes long in a large field.
    ///
    /// # Errors
    /// If `monitor` stops it.
    pub fn compute_likelihoods(&self, monitor: ProgressMonitor) -> Result<Likelihoods, Interrupted> {
        let entrants = self.results().entrants();
        let profiles = Profiles::of(self);
        let mut of_pairs = vec![0.5; entrants * entrants];
        for one in 0..entrants {
            monitor.at("who is better than whom", one, entrants)?;
            for other in one + 1..entrants {
                let likelihood = self.likelihood(&profiles, one, other);
                of_pairs[one * entrants + other] = likelihood;
                of_pairs[other * entrants + one] = 1.0 - likelihood;
            }
        }
        Ok(Likelihoods { entrants, of_pairs })
    }

    fn likelihood(&self, profiles: &Profiles, one: EntrantIndex, other: EntrantIndex) -> f64 {
        if one == other {
            return 0.5;
        }
        let asked = Quantity::Difference(one, other);
        let normal = self.value(asked) / self.variance(asked).sqrt();
        if normal.abs() > SURELY {
            return normal_below(normal);
        }
        // Corrections are good to a few digits only, and not quite the same both ways.
        let above = profiles.deviations_above(asked, 0.0);
        let below = profiles.deviations_above(Quantity::Difference(other, one), 0.0);
        f64::midpoint(normal_below(above), 1.0 - normal_below(below))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::{PairResult, Results};
    use crate::simulation::SimulatedField;

    #[test]
    fn all_pairs_are_as_each_by_itself_and_both_ways_make_one() {
        for entrants in [2, 7, 60] {
            let ratings = Ratings::new(SimulatedField::heavy_draws(entrants).results(|_, _| 4, 2));
            let all = ratings.likelihoods();
            for one in 0..entrants.min(5) {
                for other in 0..entrants {
                    let found = all.better(one, other);
                    assert!((found - ratings.likelihood_better(one, other)).abs() < 1e-12);
                    assert!((found + all.better(other, one) - 1.0).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn equals_are_as_likely_better_as_worse() {
        let pair = |one, other, wins, losses| PairResult { one, other, wins, draws: 1.0, losses };
        let pairs = [pair(0, 1, 3.0, 3.0), pair(0, 2, 9.0, 1.0), pair(1, 2, 9.0, 1.0)];
        let ratings = Ratings::new(Results::new(3, pairs, []));
        assert!((ratings.likelihood_better(0, 1) - 0.5).abs() < 1e-9);
        assert!(ratings.likelihood_better(0, 2) > 0.99);
    }
}
