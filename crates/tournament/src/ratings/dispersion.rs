//! How much information a game has if it shares its setup with another.
//!
//! The two games of a setup have the same start with seats swapped. A lucky start then mostly helps each program once,
//! so that setups come out level more often than independent games would: a score is more certain than its number of
//! games says. Sometimes a setup suits one of two programs in either seat; then luck counts double, and a score is less
//! certain. The variance of the scores of whole setups shows both.
//!
//! How far luck can cancel differs from pair to pair: a program that wins 97 of 100 games cannot lose one of each setup.
//! So the estimate for the field is the share of setups in which luck cancels as far as it can. The worth of each pair's
//! games follows from that share and the chances of the pair.

use super::fitted::Ratings;
use super::model::OutcomeProbabilities;
use super::pooling::Excess;
use super::profile::Quantity;
use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};
use super::results::{PairResult, Results, to_f64};
use super::robust::MeasuredSpread;
use crate::{EncounterResult, EntrantIndex, Tally};

/// Below this many degrees of freedom, the spread is not known well enough for games to count for more than one each:
/// with 30, its standard error is a quarter (the root of 2 / 30).
const ENOUGH: u64 = 30;

/// The reason for the lower bound of the ratio: if none of `d` setups is off level, up to `3 / d` of all may be, with
/// 95% confidence (the rule of three). A setup that is off level, by two wins to none, has twice the variance about
/// level that two independent games between equals have in the mean.
const BELOW_COUNTED: f64 = 6.0;

/// However many setups were level, no game counts for more than a hundred: the share is one for the whole field,
/// and a pairing may differ from the others.
const LEAST: f64 = 0.01;

/// The greatest possible ratio: two games that always come out the same have twice the variance of two independent
/// ones.
pub(super) const MOST: f64 = 2.0;

/// How far the scores of setups are spread, as compared with those of as many independent games.
///
/// This is the dispersion of quasi-likelihood (Wedderburn 1974, "Quasi-likelihood functions"): the variance of the
/// points in a setup about the mean of the pairing, over twice the variance that a single game has by the pairing's
/// shares of wins, draws and losses, both added up over all pairings, so that a pairing weighs as much as it bears on
/// ratings. The mean is the pairing's own: a model that does not fit has no influence on it.
#[derive(Debug, Clone, PartialEq)]
pub struct Dispersion {
    pairings: Vec<Spread>,
    /// Whether any two entrants played two setups, even if nothing in them was left to chance.
    has_second_setups: bool,
    /// The spreads of groups of three or more.
    groups: Vec<GroupSpread>,
}

impl Dispersion {
    /// Takes it from all encounters of two in which at least two setups were played out. Encounters of the same two
    /// are one pairing.
    #[must_use]
    pub fn of(played: &[EncounterResult]) -> Self {
        let mut pairings: Vec<([EntrantIndex; 2], &Tally)> = Vec::with_capacity(played.len());
        for EncounterResult { encounter, tally } in played {
            if let &[one, other] = &encounter.members[..] {
                pairings.push(([one, other], tally));
            }
        }
        pairings.sort_by_key(|(members, _)| *members);
        let spread = |same: &[([EntrantIndex; 2], &Tally)]| match same {
            [(members, tally)] => Spread::of(*members, tally),
            [(members, first), others @ ..] => {
                let mut all = Tally::clone(first);
                for (_, tally) in others {
                    all.merge(tally);
                }
                Spread::of(*members, &all)
            }
            [] => None,
        };
        let mut pairings: Vec<Spread> =
            pairings.chunk_by(|one, next| one.0 == next.0).filter_map(spread).collect();
        pairings.sort_by_key(|pairing| pairing.members);
        let setups = |one: &EncounterResult| one.tally.setups.iter().sum::<u64>();
        let has_second_setups = played.iter().any(|one| setups(one) > 1);
        Self {
            pairings,
            has_second_setups,
            groups: played.iter().filter_map(|one| GroupSpread::of(&one.tally)).collect(),
        }
    }

    /// The variance of setups over that of independent games, in matches of three or more: from 1, where games are
    /// independent, up to the number of seats, where all games of a setup come out the same. Luck that cancels is not
    /// credited.
    #[must_use]
    pub fn ratio_of_groups(&self) -> f64 {
        let sum = |of: fn(&GroupSpread) -> f64| self.groups.iter().map(of).sum::<f64>();
        let of_independent = sum(|group| group.of_independent);
        let most = self.groups.iter().map(|group| group.seats).fold(1.0, f64::max);
        if of_independent > 0.0 { (sum(|group| group.seen) / of_independent).clamp(1.0, most) } else { 1.0 }
    }

    /// The variance of setups over that of independent games, in the whole field: below 1 where luck cancels, 1 where
    /// games are independent, 2 where luck counts double. It is never below 0.01, and where fewer than 30 degrees of
    /// freedom are known, never below 1: too much certainty is worse than too little.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.degrees_of_freedom() == 0 {
            return 1.0;
        }
        let least = if self.is_known() { self.least() } else { 1.0 };
        (self.sum(|pairing| pairing.seen) / self.of_independent()).clamp(least, MOST)
    }

    /// Whether it is known how far luck is shared: from setups or, if no pair has two of them, because there are this many more
    /// pairs than entrants that scores further from ratings than chance puts them would be noticed.
    #[must_use]
    pub fn is_seen_in(&self, results: &Results) -> bool {
        let free = results.pairs().len() as u64 + 1;
        self.has_second_setups || results.pairs().is_empty() || free >= results.entrants() as u64 + ENOUGH
    }

    /// Whether there are enough degrees of freedom.
    fn is_known(&self) -> bool {
        self.degrees_of_freedom() >= ENOUGH
    }

    /// The number of setups less one, added up over all pairings in which anything is left to chance.
    #[must_use]
    pub fn degrees_of_freedom(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.degrees_of_freedom).sum()
    }

    /// How many independent games one game is worth, on average over the field.
    #[must_use]
    pub fn information(&self) -> f64 {
        1.0 / self.ratio()
    }

    /// The results with the games of each pair scaled to how many independent ones they are worth, by
    /// [`Dispersion::ratios`]. The scores of pairs stay as they are; a rating by these counts gives more weight to pairs whose
    /// games are worth more.
    #[must_use]
    pub fn applied_to(&self, results: &Results) -> Results {
        let ratios = self.ratios(results);
        let mut of_pairs = ratios.iter();
        results
            .with_placings_scaled(1.0 / self.ratio_of_groups())
            .with_pairs(|pair| pair.times(1.0 / of_pairs.next().copied().unwrap_or(1.0)))
    }

    /// For each pair of these results, the variance of its setups over that of independent games: 1 where games are
    /// independent, 2 where luck counts double, less than 1 where it cancels, which it can most between equals.
    ///
    /// The ratio comes from the whole field. That of a program, or of a pair with many setups, departs from it as far
    /// as it differs by more than chance. If no pair has two setups, ratios cannot be measured. Then games count for
    /// less if the spread of scores about the ratings is too great for chance.
    #[must_use]
    pub fn ratios(&self, results: &Results) -> Vec<f64> {
        unstopped(|monitor| self.compute_ratios(&Ratings::compute(results.clone(), monitor)?, monitor))
    }

    /// Like [`Dispersion::ratios`], by ratings that take games for independent; it can be stopped.
    pub(super) fn compute_ratios(
        &self,
        ratings: &Ratings,
        monitor: ProgressMonitor,
    ) -> Result<Vec<f64>, Interrupted> {
        monitor.check()?;
        let pairs = ratings.results().pairs();
        if self.degrees_of_freedom() == 0 {
            let ratio = if self.has_second_setups { 1.0 } else { about_ratings(ratings) };
            return Ok(vec![ratio; pairs.len()]);
        }
        let ratio = self.ratio();
        let possible = |one: EntrantIndex, other: EntrantIndex| mean_canceling(ratings, one, other);
        let share = if ratio >= 1.0 {
            0.0
        } else {
            let canceled = self.of_independent() - self.sum(|pairing| pairing.seen);
            let at_most =
                self.sum(|pairing| pairing.of_independent * possible(pairing.members[0], pairing.members[1]));
            canceled / at_most
        };
        let base = |one: EntrantIndex, other: EntrantIndex| {
            if ratio >= 1.0 { ratio } else { 1.0 - share * possible(one, other) }
        };
        let excess = Excess::of(ratings.results().entrants(), &self.pairings, base);
        monitor.check()?;
        let least = if self.is_known() { self.least() } else { 1.0 };
        let ratio_of = |pair: &PairResult| {
            (base(pair.one, pair.other) + excess.between(pair.one, pair.other)).clamp(least, MOST)
        };
        Ok(pairs.iter().map(ratio_of).collect())
    }

    /// `None` if no pair has two setups.
    pub(super) fn measured(&self) -> Option<MeasuredSpread> {
        let least = if self.is_known() { self.least() } else { 1.0 };
        (self.degrees_of_freedom() > 0).then(|| MeasuredSpread { ratio: self.ratio(), least })
    }

    fn sum(&self, of: impl Fn(&Spread) -> f64) -> f64 {
        self.pairings.iter().map(of).sum()
    }

    /// The expected value of the squares if games were independent.
    fn of_independent(&self) -> f64 {
        self.sum(|pairing| pairing.of_independent)
    }

    fn least(&self) -> f64 {
        (BELOW_COUNTED / to_f64(self.degrees_of_freedom())).max(LEAST)
    }
}

/// The setups of a pairing, in squared half-points.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spread {
    /// In rising order.
    pub(super) members: [EntrantIndex; 2],
    /// The squared distances of setups from their mean.
    pub(super) seen: f64,
    /// Their expected value if games were independent.
    pub(super) of_independent: f64,
    pub(super) degrees_of_freedom: u64,
    /// The fourth moment of a setup over its squared variance, if games were independent: how much chance there is in
    /// what was seen.
    pub(super) kurtosis: f64,
}

impl Spread {
    /// `None` if the setups contain no information.
    fn of(members: [EntrantIndex; 2], tally: &Tally) -> Option<Self> {
        let setups: u64 = tally.setups.iter().sum();
        let games = to_f64(tally.counted());
        let [win, loss] = [tally.ahead(0, 1), tally.ahead(1, 0)].map(|count| to_f64(count) / games);
        let of_a_game = win + loss - (win - loss) * (win - loss);
        if setups < 2 || of_a_game <= 0.0 {
            return None;
        }
        let counts = || (0_u32..).map(f64::from).zip(tally.setups.map(to_f64));
        let mean = counts().map(|(points, count)| points * count).sum::<f64>() / to_f64(setups);
        let seen = counts().map(|(points, count)| count * (points - mean) * (points - mean)).sum::<f64>();
        // Shares that were found from the same games leave too little variance, by that of their mean, which is the
        // seen variance of a setup over twice the number of games.
        let of_independent = 2.0 * to_f64(setups - 1) * of_a_game + seen / games;
        // In half-points, a game is 2, 1 or 0, and a setup is the sum of two.
        let fourth = [(win, 2.0), (1.0 - win - loss, 1.0), (loss, 0.0)]
            .map(|(share, points): (f64, f64)| share * (points - 1.0 - win + loss).powi(4));
        let kurtosis = fourth.iter().sum::<f64>() / (2.0 * of_a_game * of_a_game) + 1.5;
        let members = [members[0].min(members[1]), members[0].max(members[1])];
        Some(Self { members, seen, of_independent, degrees_of_freedom: setups - 1, kurtosis })
    }
}

/// The setups of a group of three or more, in squared places, its members together.
#[derive(Debug, Clone, PartialEq)]
struct GroupSpread {
    seats: f64,
    /// The squared distances of the sums of setups from their mean.
    seen: f64,
    /// Their expected value if games were independent.
    of_independent: f64,
}

impl GroupSpread {
    /// `None` if there are not two setups to compare, or the group is of two.
    fn of(tally: &Tally) -> Option<Self> {
        let setups = tally.setups_of_many().filter(|setups| setups.count > 1)?;
        let (count, seats) = (to_f64(setups.count), to_f64(tally.seats() as u64));
        let (mut seen, mut of_independent) = (0.0, 0.0);
        for member in &setups.members {
            let (sum, games) = (to_f64(member.places), count * seats);
            let spread = to_f64(member.setup_squares) - sum * sum / count;
            let of_a_game = to_f64(member.squares) / games - sum / games * (sum / games);
            seen += spread;
            // As with two, the mean that was found from the same games leaves too little variance.
            of_independent += seats * (count - 1.0) * of_a_game + spread / games;
        }
        Some(Self { seats, seen, of_independent })
    }
}

/// The ratio of variances where no pair has two setups: the mean square of scores about the ratings over the variance that
/// independent games have (`McCullagh` & Nelder 1989, "Generalized linear models", chapter 4). Luck that counts double makes
/// it 2; so may results that strength does not explain, and intervals are then wider than they need be.
fn about_ratings(ratings: &Ratings) -> f64 {
    let pairs = ratings.results().pairs();
    let free = to_f64(pairs.len() as u64) - to_f64(ratings.results().entrants() as u64) + 1.0;
    let square = |pair: &PairResult| {
        let chances = ratings.expected(pair.one, pair.other);
        let games = pair.games();
        (pair.score() - games * chances.score()).powi(2) / (games * chances.variance())
    };
    if free < 1.0 {
        return 1.0;
    }
    let seen = pairs.iter().map(square).sum::<f64>() / free;
    // Where it is more than chance easily makes it, it is known to about as much as chance makes it: better too wide.
    let by_chance = (2.0 / free).sqrt();
    if seen > 1.0 + by_chance { (seen + by_chance).min(MOST) } else { 1.0 }
}

/// How far luck can cancel between two, averaged over the normal distribution of their difference. Luck cancels the
/// most between equals, so that at the most likely difference alone, pairs that look more equal than they are would
/// count for too much. Three points are enough (the quadrature of Gauss and Hermite).
fn mean_canceling(ratings: &Ratings, one: EntrantIndex, other: EntrantIndex) -> f64 {
    let apart = (3.0 * ratings.variance(Quantity::Difference(one, other))).sqrt();
    let between = ratings.parameters().strengths[one] - ratings.parameters().strengths[other];
    let at = |by: f64| canceling(ratings.draws().chances_of(between + by));
    (4.0 * at(0.0) + at(apart) + at(-apart)) / 6.0
}

/// How far luck can cancel in a setup of two with these chances: by what share of it the variance falls if one
/// program's luck in the second game is the other's in the first. 1 for equals, near 0 where one nearly always wins.
pub(super) fn canceling(chances: OutcomeProbabilities) -> f64 {
    // Luck goes from 0, the best, to 1; from one of these numbers to the next nothing changes in either game.
    let mut bounds =
        [0.0, chances.win, chances.win + chances.draw, chances.loss, chances.loss + chances.draw, 1.0];
    bounds.sort_unstable_by(f64::total_cmp);
    let points = |luck: f64| {
        if luck < chances.win {
            1.0
        } else if luck < chances.win + chances.draw {
            0.5
        } else {
            0.0
        }
    };
    let product = |(&from, &to): (&f64, &f64)| {
        let luck = f64::midpoint(from, to);
        (to - from) * points(luck) * points(1.0 - luck)
    };
    let together: f64 = bounds.iter().zip(&bounds[1..]).map(product).sum();
    ((chances.score() * chances.score() - together) / chances.variance()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Encounter;

    /// A pairing in which the first entrant makes these half-points in each setup.
    fn pairing(setups: &[u32]) -> Vec<EncounterResult> {
        let mut tally = Tally::new(2);
        for (setup, half_points) in (0..).zip(setups) {
            let places: [[u32; 2]; 2] = match half_points {
                0 => [[2, 1], [1, 2]],
                2 => [[1, 2], [1, 2]],
                _ => [[1, 2], [2, 1]],
            };
            tally.add(2 * setup, &places[0], None);
            tally.add(2 * setup + 1, &places[1], None);
        }
        vec![EncounterResult { encounter: Encounter::new(vec![0, 1], 0, 2 * setups.len() as u64), tally }]
    }

    /// Of few setups, all that came out double make games count for less, and all that came out level do not make them
    /// count for more.
    #[test]
    fn few_setups_make_less_sure_and_never_surer() {
        let ratio = |setups: &[u32]| Dispersion::of(&pairing(setups)).ratio();
        assert!((ratio(&[4, 0, 4, 0, 4, 0]) - 2.0).abs() < 1e-12);
        assert!((ratio(&[2; 6]) - 1.0).abs() < 1e-12);
        assert!((ratio(&[2; 30]) - 1.0).abs() < 1e-12, "29 degrees");
        assert!((ratio(&[2; 31]) - 0.2).abs() < 1e-12, "30 degrees: 6 / 30");
        assert!((ratio(&[4]) - 1.0).abs() < 1e-12, "one setup says nothing");
    }

    /// If a share `p` above one half is won, `2p - 1` of all setups are won twice at least.
    #[test]
    fn luck_cancels_as_far_as_it_can() {
        let canceling =
            |win: f64, draw: f64| canceling(OutcomeProbabilities { win, draw, loss: 1.0 - win - draw });
        assert!((canceling(0.5, 0.0) - 1.0).abs() < 1e-12);
        assert!(
            (canceling(0.8, 0.0) - 0.25).abs() < 1e-12,
            "the variance is 0.6 * 0.4, and not 2 * 0.8 * 0.2"
        );
        assert!((canceling(0.2, 0.0) - 0.25).abs() < 1e-12);
        assert!((canceling(0.3, 0.4) - 1.0).abs() < 1e-12, "each win has its loss");
        assert!(canceling(0.99, 0.0) < 0.011);
    }
}
