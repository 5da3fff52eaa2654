//! How much a game says where it is not played alone.
//!
//! The two games of a setup have the same start with seats swapped. A lucky start then mostly helps each program
//! once, so that setups come out level more often than games by themselves would have it: a score is surer than its
//! number of games says. Sometimes a setup suits one of two programs in either seat; then luck counts double, and a
//! score is less sure. Both are told by the spread of the scores of whole setups.

use std::collections::BTreeMap;

use super::results::real;
use crate::{Entrant, Played, Tally};

/// Below so many degrees of freedom, the spread is not known well enough to be used: with 30, its standard error is
/// a quarter (the root of 2 / 30).
const ENOUGH: u64 = 30;

/// What lies behind the lower bound of the ratio: if not one of `d` setups is off level, up to `3 / d` of all may be,
/// with 95% confidence (the rule of three); and one that is, two wins to none, is twice as far from level, as a
/// variance, as two independent games between equals are in the mean.
const BELOW_COUNTED: f64 = 6.0;

/// However many setups were level, no game counts for more than a hundred: the ratio is one for the whole field,
/// and a pairing may differ from the others.
const LEAST: f64 = 0.01;

/// The most there is: two games that always come out the same have twice the variance of two independent ones.
const MOST: f64 = 2.0;

/// How far the scores of setups are spread, as compared with those of as many independent games.
///
/// This is the dispersion of quasi-likelihood (`McCullagh` & Nelder 1989, "Generalized Linear Models", chapter 9): the
/// variance of the points in a setup about the mean of the pairing, over twice the variance that a single game has by the
/// pairing's shares of wins, draws and losses, both added up over all pairings, so that a pairing weighs as
/// much as it bears on ratings. The mean is the pairing's own: a model that does not fit has no say in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dispersion {
    ratio: f64,
    degrees_of_freedom: u64,
}

impl Dispersion {
    /// By all encounters of two in which at least two setups were played out. Encounters of the same two are one
    /// pairing.
    #[must_use]
    pub fn of(played: &[Played]) -> Self {
        let mut pairings: BTreeMap<[Entrant; 2], Tally> = BTreeMap::new();
        for Played { encounter, tally } in played {
            if let &[one, other] = &encounter.members[..] {
                pairings.entry([one, other]).or_insert_with(|| Tally::new(2)).merge(tally);
            }
        }
        let mut sum = Spread::default();
        pairings.values().for_each(|tally| sum.add(tally));
        sum.dispersion()
    }

    /// The variance of setups over that of independent games: below 1 where luck cancels, 1 where games are
    /// independent, 2 where luck counts double. It is 1 where fewer than 30 degrees of freedom are known, and never
    /// below 0.01.
    #[must_use]
    pub fn ratio(self) -> f64 {
        self.ratio
    }

    /// The number of setups less one, added up over all pairings in which anything is left to chance.
    #[must_use]
    pub fn degrees_of_freedom(self) -> u64 {
        self.degrees_of_freedom
    }

    /// How many independent games a game is worth: what [`Results::scaled`](super::Results::scaled) is to be given.
    #[must_use]
    pub fn information(self) -> f64 {
        1.0 / self.ratio
    }
}

/// Sums over pairings, in squared half-points.
#[derive(Default)]
struct Spread {
    /// The squared distances of setups from their mean.
    seen: f64,
    /// What they would be in the mean if games were independent.
    of_independent: f64,
    degrees_of_freedom: u64,
}

impl Spread {
    fn add(&mut self, tally: &Tally) {
        let setups: u64 = tally.setups.iter().sum();
        let (wins, losses) = (tally.ahead[0][1], tally.ahead[1][0]);
        let games = real(tally.games);
        let counted: Vec<(f64, f64)> = (0_u32..).map(f64::from).zip(tally.setups.map(real)).collect();
        let mean = counted.iter().map(|(points, count)| points * count).sum::<f64>() / real(setups.max(1));
        let squares: f64 =
            counted.iter().map(|(points, count)| count * (points - mean) * (points - mean)).sum();
        let [win, loss] = [wins, losses].map(|count| real(count) / games);
        let of_a_game = win + loss - (win - loss) * (win - loss);
        if setups < 2 || of_a_game <= 0.0 {
            return;
        }
        self.seen += squares;
        // Shares that were found from the same games leave too little variance, by that of their mean, which is the
        // seen variance of a setup over twice the number of games.
        self.of_independent += 2.0 * real(setups - 1) * of_a_game + squares / games;
        self.degrees_of_freedom += setups - 1;
    }

    fn dispersion(&self) -> Dispersion {
        let ratio = if self.degrees_of_freedom < ENOUGH {
            1.0
        } else {
            let least = (BELOW_COUNTED / real(self.degrees_of_freedom)).max(LEAST);
            (self.seen / self.of_independent).clamp(least, MOST)
        };
        Dispersion { ratio, degrees_of_freedom: self.degrees_of_freedom }
    }
}
