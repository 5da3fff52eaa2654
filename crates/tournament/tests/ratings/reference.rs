//! The likelihood, written plainly: chances by going over all sets, derivatives by small steps.

use std::collections::BTreeMap;

use tournament::EntrantIndex;
use tournament::ratings::{ELO, PRIOR_DEVIATION, Placing, Ratings, Results};

use super::{pair, placing};

/// The deviation of the prior on the logarithm of a prevalence.
const TIE_DEVIATION: f64 = 5.0;

/// Natural logarithms: of strengths, and of the prevalence of each size of tie that occurred.
#[derive(Clone)]
struct Point {
    strengths: Vec<f64>,
    ties: BTreeMap<usize, f64>,
}

impl Point {
    fn of(ratings: &Ratings, sizes: &[usize]) -> Self {
        let entrants = ratings.results().entrants();
        let prevalence = |size: usize| ratings.tie_prevalence(size).ln();
        Self {
            strengths: (0..entrants).map(|one| ratings.elo(one) / ELO).collect(),
            ties: sizes.iter().map(|&size| (size, prevalence(size))).collect(),
        }
    }

    fn count(&self) -> usize {
        self.strengths.len() + self.ties.len()
    }

    fn moved(&self, at: usize, by: f64) -> Self {
        let mut moved = self.clone();
        *moved.strengths.iter_mut().chain(moved.ties.values_mut()).nth(at).unwrap() += by;
        moved
    }

    /// The weight with which these entrants take a place together.
    fn weight(&self, set: &[EntrantIndex]) -> f64 {
        let size = f64::from(u32::try_from(set.len()).unwrap());
        let prevalence = match set.len() {
            1 => 1.0,
            many => self.ties.get(&many).map_or(0.0, |prevalence| prevalence.exp()),
        };
        prevalence * (set.iter().map(|&one| self.strengths[one]).sum::<f64>() / size).exp()
    }

    fn chance(&self, groups: &[Vec<EntrantIndex>]) -> f64 {
        if groups.concat().len() == 2 {
            // The scores of two entrants are those without draws.
            return Self { ties: BTreeMap::new(), ..self.clone() }.chance_of_many(groups);
        }
        self.chance_of_many(groups)
    }

    fn chance_of_many(&self, groups: &[Vec<EntrantIndex>]) -> f64 {
        let mut left: Vec<EntrantIndex> = groups.concat();
        let mut chance = 1.0;
        for group in groups {
            chance *= self.weight(group) / subsets(&left).iter().map(|set| self.weight(set)).sum::<f64>();
            left.retain(|one| !group.contains(one));
        }
        chance
    }

    fn log_posterior(&self, placings: &[Placing]) -> f64 {
        let games: f64 = placings.iter().map(|one| one.games * self.chance(&one.groups).ln()).sum();
        let square = |value: &f64, deviation: f64| (value / deviation).powi(2) / 2.0;
        let strengths: f64 = self.strengths.iter().map(|value| square(value, PRIOR_DEVIATION / ELO)).sum();
        let ties: f64 = self.ties.values().map(|value| square(value, TIE_DEVIATION)).sum();
        games - strengths - ties
    }

    /// Second derivatives by small steps, with the sign changed.
    fn information(&self, placings: &[Placing]) -> Vec<Vec<f64>> {
        let step = 1e-3;
        let at = |one: usize, by: f64, other: usize, also: f64| {
            self.moved(one, by * step).moved(other, also * step).log_posterior(placings)
        };
        let bend = |one: usize, other: usize| {
            let cross = at(one, 1.0, other, 1.0) - at(one, 1.0, other, -1.0) - at(one, -1.0, other, 1.0)
                + at(one, -1.0, other, -1.0);
            -cross / (4.0 * step * step)
        };
        (0..self.count()).map(|one| (0..self.count()).map(|other| bend(one, other)).collect()).collect()
    }
}

/// All non-empty subsets of these entrants.
fn subsets(of: &[EntrantIndex]) -> Vec<Vec<EntrantIndex>> {
    let members = |bits: usize| of.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
    (1..1 << of.len()).map(|bits| members(bits).map(|(_, &one)| one).collect()).collect()
}

/// All orders, with ties, in which these entrants can finish.
fn outcomes(of: &[EntrantIndex]) -> Vec<Vec<Vec<EntrantIndex>>> {
    if of.is_empty() {
        return vec![Vec::new()];
    }
    let first = subsets(of).into_iter();
    first
        .flat_map(|first| {
            let rest: Vec<EntrantIndex> = of.iter().filter(|one| !first.contains(one)).copied().collect();
            outcomes(&rest).into_iter().map(move |rest| [vec![first.clone()], rest].concat())
        })
        .collect()
}

/// The solution of a few linear equations.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for at in 0..size {
        let pivot = matrix[at].clone();
        for below in at + 1..size {
            let times = matrix[below][at] / pivot[at];
            matrix[below].iter_mut().zip(&pivot).for_each(|(cell, above)| *cell -= times * above);
            right[below] -= times * right[at];
        }
    }
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size).map(|column| matrix[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

/// Games of two and of many, with ties of two and of three among the latter.
fn example() -> (Results, Vec<Placing>) {
    let pairs = [pair(0, 1, 7, 0, 3), pair(3, 1, 4, 0, 9), pair(2, 4, 0, 0, 5)];
    let placings = [
        placing(&[&[3], &[0, 1], &[4], &[2]], 2),
        placing(&[&[2, 4, 0], &[1]], 1),
        placing(&[&[1], &[0], &[2, 3]], 3),
        placing(&[&[4], &[2], &[1], &[3], &[0]], 4),
    ];
    let of_pairs = pairs.iter().flat_map(|pair| {
        let (one, other) = (vec![pair.one], vec![pair.other]);
        [
            Placing { groups: vec![one.clone(), other.clone()], games: pair.wins },
            Placing { groups: vec![other, one], games: pair.losses },
        ]
    });
    let all = of_pairs.chain(placings.clone()).collect();
    (Results::new(5, pairs, placings), all)
}

#[test]
fn all_outcomes_together_are_certain() {
    let ties = BTreeMap::from([(2, 0.4), (3, -0.7)]);
    let point = Point { strengths: vec![0.3, -1.1, 0.8, 0.0], ties };
    let outcomes = outcomes(&[0, 1, 2, 3]);
    assert_eq!(outcomes.len(), 75, "the ordered partitions of four");
    let together: f64 = outcomes.iter().map(|groups| point.chance(groups)).sum();
    assert!((together - 1.0).abs() < 1e-12, "{together}");
}

#[test]
fn nothing_near_is_more_likely() {
    let (results, placings) = example();
    let point = Point::of(&Ratings::new(results), &[2, 3]);
    let step = 1e-4;
    for at in 0..point.count() {
        let near = |by: f64| point.moved(at, by).log_posterior(&placings);
        let slope = (near(step) - near(-step)) / (2.0 * step);
        assert!(slope.abs() < 1e-6, "{at}: {slope}");
        assert!(near(0.1) < near(0.0) && near(-0.1) < near(0.0));
    }
}

#[test]
fn standard_errors_are_those_of_the_second_derivatives() {
    let (results, placings) = example();
    let ratings = Ratings::new(results);
    let information = Point::of(&ratings, &[2, 3]).information(&placings);
    for one in 0..5 {
        // A rating is a strength above the mean.
        let contrast: Vec<f64> = (0..information.len())
            .map(|at| {
                if at == one {
                    0.8
                } else if at < 5 {
                    -0.2
                } else {
                    0.0
                }
            })
            .collect();
        let spread = solve(information.clone(), contrast.clone());
        let variance: f64 = contrast.iter().zip(spread).map(|(by, cell)| by * cell).sum();
        let (ours, plain) = (ratings.standard_error(one), variance.sqrt() * ELO);
        assert!((ours / plain - 1.0).abs() < 1e-4, "{one}: {ours} is not {plain}");
    }
}

/// For two entrants, ratings expect points. Draws are counted separately, and only for pairs.
#[test]
fn expected_scores_are_those_of_strengths() {
    let (results, _) = example();
    let ratings = Ratings::new(results);
    let expected = ratings.expected(3, 1);
    let score = 1.0 / (1.0 + 10_f64.powf((ratings.elo(1) - ratings.elo(3)) / 400.0));
    assert!((expected.score() - score).abs() < 1e-12 && expected.draw.abs() < 1e-300);
}
