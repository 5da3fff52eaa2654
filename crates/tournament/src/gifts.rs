//! Results that look like gifts: an author's programs lose to another author's best program more often than their other results
//! suggest.
//!
//! The strength of each program is estimated from its games against everybody else, and from this the points that it should have
//! made against the king. The difference, in standard deviations, is divided by the usual size of such differences in this field
//! (their median, so that gifts themselves hardly change it), because in real games some programs are good against certain
//! others, which no rating shows. Programs of one author are added up. What is left is compared with a bound for the number of
//! pairs of authors (C. E. Bonferroni, 1936), from Student's distribution, whose tails are heavier than those of the normal one.

use std::collections::BTreeMap;

use crate::ratings::{student_quantile, to_f64};

/// The chance that an honest field is suspected of anything, if its differences were those of Student's distribution.
const FALSE_ALARMS: f64 = 0.05;

/// The degrees of freedom of Student's distribution: few, because differences in real fields have heavy tails.
const DEGREES_OF_FREEDOM: f64 = 20.0;

/// The most games of a pair that count: with more, chance no longer decides, but who is good against whom.
const MAX_GAMES: f64 = 100.0;

/// The fewest opponents of others from which a program's strength is estimated.
const FEWEST_OTHERS: usize = 2;

/// The median of the absolute value of a standard normal variable.
const NORMAL_MEDIAN: f64 = 0.674_489_750_196_081_7;

/// What a program scored against another one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairScore {
    /// The program.
    pub program: usize,
    /// Its opponent.
    pub opponent: usize,
    /// The number of games.
    pub games: f64,
    /// The share of the points that the program made, from 0 to 1.
    pub share: f64,
    /// The share that the ratings predict, from 0 to 1.
    pub expected: f64,
}

/// An author whose programs lose to a king more often than expected.
#[derive(Debug, Clone, PartialEq)]
pub struct Gift {
    /// The author who loses, as in the list of authors.
    pub giver: usize,
    /// The number of games.
    pub games: f64,
    /// The share of the points that the first author's programs made in them.
    pub share: f64,
    /// The share expected from their other games.
    pub expected: f64,
    /// How far the share is below the expected one, in deviations that are usual in this field.
    pub deviations: f64,
    /// A gift is shown from this many deviations on.
    pub bound: f64,
}

/// Returns apparent gifts to a program, for instance the best one; the most unusual come first. `authors` has the
/// author of each program, as a number. Every pair of programs is listed in both directions.
#[must_use]
pub fn gifts(authors: &[usize], pairs: &[PairScore], king: usize) -> Vec<Gift> {
    let mut own: BTreeMap<usize, Vec<&PairScore>> = BTreeMap::new();
    for pair in
        pairs.iter().filter(|pair| pair.games > 0.0 && authors[pair.program] != authors[pair.opponent])
    {
        own.entry(pair.program).or_default().push(pair);
    }
    let against = |king: usize| -> Vec<(usize, Against<'_>)> {
        let mut all = Vec::new();
        for (program, pairs) in &own {
            // Games against other programs of the king's author say nothing about either.
            let (here, others): (Vec<_>, Vec<_>) = pairs
                .iter()
                .copied()
                .filter(|pair| pair.opponent == king || authors[pair.opponent] != authors[king])
                .partition(|pair| pair.opponent == king);
            all.extend(Against::new(here, &others).map(|against| (authors[*program], against)));
        }
        all
    };
    let everywhere = (0..authors.len()).flat_map(against);
    let usual = usual_size(everywhere.map(|(_, against)| against.difference(0.0).below).collect());
    let to_king = against(king);
    // Gifts make the king look stronger than it is. Most programs give nothing, so the middle one tells how strong it is.
    let shift = king_shift(&to_king);
    let mut differences: BTreeMap<usize, Vec<Difference>> = BTreeMap::new();
    for (author, against) in &to_king {
        differences.entry(*author).or_default().push(against.difference(shift));
    }
    let bound = -student_quantile(FALSE_ALARMS / to_f64(differences.len().max(1) as u64), DEGREES_OF_FREEDOM);
    let mut gifts: Vec<Gift> = differences
        .iter()
        .map(|(giver, all)| gift(*giver, all, usual, bound))
        .filter(|gift| gift.deviations > bound)
        .collect();
    gifts.sort_by(|one, two| two.deviations.total_cmp(&one.deviations));
    gifts
}

/// The games of a program against a king, and what its other games say about its strength.
struct Against<'p> {
    here: Vec<&'p PairScore>,
    /// The program's strength without these games, minus its rating, in log odds.
    shift: f64,
    /// How much is known of it: the inverse of its variance.
    information: f64,
}

impl<'p> Against<'p> {
    /// Returns `None` if there are no games against the king, or too few others.
    fn new(here: Vec<&'p PairScore>, others: &[&'p PairScore]) -> Option<Self> {
        if here.is_empty() || others.len() < FEWEST_OTHERS {
            return None;
        }
        let shift = strength_shift(others);
        let information = others.iter().map(|pair| spread(pair, shift)).sum::<f64>() + 0.25;
        Some(Self { here, shift, information })
    }

    /// Returns the difference if the king is weaker than its rating by this much, in log odds.
    fn difference(&self, weaker: f64) -> Difference {
        let shift = self.shift + weaker;
        let sum = |of: &dyn Fn(&PairScore) -> f64| self.here.iter().map(|pair| of(pair)).sum::<f64>();
        let points = sum(&|pair| weight(pair) * pair.share);
        let expected = sum(&|pair| weight(pair) * chance(pair, shift));
        let here = sum(&|pair| spread(pair, shift));
        let variance = here + here * here / self.information;
        let below = (expected - points) / libm::sqrt(variance.max(f64::MIN_POSITIVE));
        Difference { games: sum(&weight), points, expected, below }
    }
}

/// What a program scored against a king, and what its other games let one expect.
struct Difference {
    games: f64,
    points: f64,
    expected: f64,
    /// The points below the expectation, in standard deviations.
    below: f64,
}

/// The games of a pair that count.
fn weight(pair: &PairScore) -> f64 {
    pair.games.min(MAX_GAMES)
}

/// The chance of a point, if the program is stronger than its rating by this much.
fn chance(pair: &PairScore, shift: f64) -> f64 {
    logistic(log_odds(pair.expected) + shift)
}

/// The variance of the points.
fn spread(pair: &PairScore, shift: f64) -> f64 {
    weight(pair) * chance(pair, shift) * (1.0 - chance(pair, shift))
}

/// Returns by how much the strength of a program differs from its rating, in log odds, according to these games. One
/// game that is drawn against an equal opponent is added, so that the answer is finite.
fn strength_shift(others: &[&PairScore]) -> f64 {
    root(|shift| {
        let surplus = |pair: &&PairScore| weight(pair) * (pair.share - chance(pair, shift));
        others.iter().map(surplus).sum::<f64>() + 0.5 - logistic(shift)
    })
}

/// Returns by how much weaker than its rating the king must be so that the middle one of its opponents scores as expected.
fn king_shift(all: &[(usize, Against<'_>)]) -> f64 {
    if all.is_empty() {
        return 0.0;
    }
    root(|weaker| {
        let mut below: Vec<f64> = all.iter().map(|(_, against)| against.difference(weaker).below).collect();
        -median(&mut below)
    })
}

/// Returns where a falling function is 0, from -20 to 20.
fn root(falling: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > 0.0 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn gift(giver: usize, all: &[Difference], usual: f64, bound: f64) -> Gift {
    let sum = |of: fn(&Difference) -> f64| all.iter().map(of).sum::<f64>();
    let games = sum(|one| one.games);
    Gift {
        giver,
        games,
        share: sum(|one| one.points) / games,
        expected: sum(|one| one.expected) / games,
        deviations: sum(|one| one.below) / libm::sqrt(to_f64(all.len() as u64)) / usual,
        bound,
    }
}

/// Returns the usual size of a difference, in standard deviations; 1 if it is less.
fn usual_size(differences: Vec<f64>) -> f64 {
    let mut sizes: Vec<f64> = differences.into_iter().map(f64::abs).collect();
    if sizes.is_empty() { 1.0 } else { (median(&mut sizes) / NORMAL_MEDIAN).max(1.0) }
}

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

/// Returns the log odds of a chance, which are finite.
fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    libm::log(chance / (1.0 - chance))
}

#[cfg(test)]
mod tests {
    use game::SeededRng;

    use super::*;
    use crate::ratings::random::{binomial, normal};

    const PROGRAMS: usize = 12;

    /// The program that is given games: the strongest.
    const KING: usize = 0;

    /// A field of programs, each by a different author. Some of them give games to the king.
    struct Field {
        /// How much it matters who plays whom, in log odds.
        circles: f64,
        games: f64,
        givers: &'static [usize],
        /// The share of the games that they give away.
        given_share: f64,
    }

    impl Field {
        /// Plays everybody against everybody, and rates as well as one can.
        fn play(&self, seed: u64) -> Vec<PairScore> {
            let mut rng = SeededRng::for_setup(seed);
            let strength = |program: usize| 2.0 - 4.0 * to_f64(program as u64) / to_f64(PROGRAMS as u64 - 1);
            let mut shares: BTreeMap<(usize, usize), f64> = BTreeMap::new();
            for (one, two) in (0..PROGRAMS).flat_map(|one| (0..one).map(move |two| (one, two))) {
                let odds = strength(one) - strength(two) + self.circles * normal(&mut rng);
                let given = if two == KING && self.givers.contains(&one) { self.given_share } else { 0.0 };
                let share = binomial(self.games, logistic(odds) * (1.0 - given), &mut rng) / self.games;
                shares.extend([((one, two), share), ((two, one), 1.0 - share)]);
            }
            let ratings = rated(&shares);
            let score = |(&(program, opponent), &share): (&(usize, usize), &f64)| PairScore {
                program,
                opponent,
                games: self.games,
                share,
                expected: logistic(ratings[program] - ratings[opponent]),
            };
            shares.iter().map(score).collect()
        }

        /// Returns in how many of `runs` fields something is shown, and in how many a giver.
        fn shown(&self, runs: u64) -> (u64, u64) {
            let authors: Vec<usize> = (0..PROGRAMS).collect();
            let mut count = (0, 0);
            for seed in 0..runs {
                let gifts = gifts(&authors, &self.play(seed), KING);
                let is_real = |gift: &Gift| self.givers.contains(&gift.giver);
                count.0 += u64::from(gifts.iter().any(|gift| !is_real(gift)));
                count.1 += u64::from(gifts.iter().any(is_real));
            }
            count
        }
    }

    /// Returns the ratings that make the shares likeliest, in log odds, with a drawn game for each.
    fn rated(shares: &BTreeMap<(usize, usize), f64>) -> [f64; PROGRAMS] {
        let mut ratings = [0.0; PROGRAMS];
        for _ in 0..200 {
            for one in 0..PROGRAMS {
                let (mut surplus, mut slope) = (0.5 - logistic(ratings[one]), 0.25);
                for (&(_, two), share) in shares.range((one, 0)..(one + 1, 0)) {
                    let chance = logistic(ratings[one] - ratings[two]);
                    surplus += 50.0 * (share - chance);
                    slope += 50.0 * chance * (1.0 - chance);
                }
                ratings[one] += surplus / slope;
            }
        }
        ratings
    }

    const RUNS: u64 = 200;

    fn shown(circles: f64, givers: &'static [usize], given_share: f64) -> (u64, u64) {
        Field { circles, games: 50.0, givers, given_share }.shown(RUNS)
    }

    #[test]
    fn honest_fields_are_rarely_suspected_also_those_with_circles() {
        for circles in [0.0, 0.5, 1.0, 2.0] {
            let (wrongly, _) = shown(circles, &[], 0.0);
            assert!(wrongly * 20 <= RUNS, "{circles}: {wrongly} of {RUNS}");
        }
    }

    #[test]
    fn who_gives_games_away_is_found_and_nobody_else() {
        for (givers, given_share, least) in
            [(&[1][..], 1.0, 0.9), (&[1], 0.75, 0.65), (&[3], 1.0, 0.75), (&[1, 2, 3], 1.0, 0.75)]
        {
            let (wrongly, found) = shown(0.0, givers, given_share);
            assert!(to_f64(found) >= least * to_f64(RUNS), "{givers:?} {given_share}: {found} of {RUNS}");
            assert!(wrongly * 20 <= RUNS, "{givers:?} {given_share}: {wrongly} of {RUNS}");
        }
        // Where it matters much who plays whom, a gift looks like a bad pairing.
        let (_, found) = shown(0.5, &[1], 1.0);
        assert!(found * 5 >= RUNS * 2, "{found} of {RUNS}");
    }

    #[test]
    fn programs_of_an_author_count_together_and_not_against_each_other() {
        let field = Field { circles: 0.0, games: 50.0, givers: &[4, 5, 6], given_share: 1.0 };
        // One author has the three givers, and the author of the king has the second best program, too.
        let authors = [0, 0, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9];
        let found = (0..RUNS).filter(|seed| {
            let gifts = gifts(&authors, &field.play(*seed), KING);
            assert!(gifts.iter().all(|gift| gift.giver != 0));
            gifts.iter().any(|gift| gift.giver == 4 && gift.share < gift.expected && gift.games >= 150.0)
        });
        let found = found.count() as u64;
        assert!(found * 2 >= RUNS, "{found} of {RUNS}");
    }

    #[test]
    fn without_games_there_is_nothing_to_suspect() {
        assert_eq!(gifts(&[], &[], 0), []);
        let pair = |program, opponent| PairScore { program, opponent, games: 9.0, share: 0.0, expected: 1.0 };
        assert_eq!(gifts(&[0, 1], &[pair(0, 1), pair(1, 0)], 1), []);
        let none = PairScore { games: 0.0, ..pair(0, 1) };
        assert_eq!(gifts(&[0, 1, 2], &[none], 1), []);
    }
}
