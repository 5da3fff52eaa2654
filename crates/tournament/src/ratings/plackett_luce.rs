//! Games of three or more: the places are given out from the first on, each to one or to several who share it.
//!
//! Of those who are left, a set of `d` takes the next place with a chance that is as its prevalence (1 for `d = 1`)
//! times the geometric mean of its strengths (Firth, Kosmidis & Turner 2019). The sum over all sets of `d` is an
//! elementary symmetric polynomial in the `d`-th roots of the strengths, so that nothing has to be enumerated: a
//! place costs about `n²·d` operations for each size of tie that came up anywhere.

use super::matrix::SquareMatrix;
use super::model::{Coordinates, Curve, Parameters, Tie};
use super::results::Placing;
use crate::EntrantIndex;

/// Adds the logarithm of the likelihood of a placing.
pub(super) fn add_placing(curve: &mut Curve, placing: &Placing, parameters: &Parameters, at: &Coordinates) {
    let order: Vec<EntrantIndex> = placing.groups.iter().flatten().copied().collect();
    let mut taken = 0;
    for group in &placing.groups {
        let left = &order[taken..];
        if left.len() > 1 {
            let strengths: Vec<f64> = left.iter().map(|&entrant| parameters.strengths[entrant]).collect();
            let place = NextPlace::of(&strengths, &parameters.ties);
            place.add(curve, group.len(), placing.games, left, at);
        }
        taken += group.len();
    }
}

/// Who takes the next place, of those who are left: the distribution of its sufficient statistics, which are the
/// share that each one has in the geometric mean, and the size of the tie.
struct NextPlace<'a> {
    ties: &'a [Tie],
    strengths: &'a [f64],
    /// The logarithm of the sum over all sets.
    log_total: f64,
    /// The mean share of each.
    shares: Vec<f64>,
    /// The mean products of shares.
    products: SquareMatrix,
    /// The chance of each size of tie.
    sizes: Vec<f64>,
    /// For each size of tie, the mean of each one's share where that is the size, and 0 elsewhere.
    shares_in: Vec<Vec<f64>>,
}

impl<'a> NextPlace<'a> {
    fn of(strengths: &'a [f64], ties: &'a [Tie]) -> Self {
        let left = strengths.len();
        let top = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let alone = Tie { size: 1, prevalence: 0.0 };
        let possible = || std::iter::once(&alone).chain(ties).filter(|tie| tie.size <= left);
        let sets: Vec<WeightedSubsets> =
            possible().map(|tie| WeightedSubsets::of(&roots(strengths, top, tie.size), tie.size)).collect();
        let weights: Vec<f64> =
            possible().zip(&sets).map(|(tie, sets)| libm::exp(tie.prevalence) * sets.total).collect();
        let total: f64 = weights.iter().sum();

        let mut place = Self {
            ties,
            strengths,
            log_total: top + libm::log(total),
            shares: vec![0.0; left],
            products: SquareMatrix::zero(left),
            sizes: Vec::new(),
            shares_in: Vec::new(),
        };
        for ((tie, sets), weight) in possible().zip(&sets).zip(weights) {
            place.take_up(tie.size, sets, weight / total, &roots(strengths, top, tie.size));
        }
        place
    }

    /// Adds the sets of one size, which together have this chance.
    fn take_up(&mut self, size: usize, sets: &WeightedSubsets, chance: f64, roots: &[f64]) {
        let one = 1.0 / super::results::to_f64(size as u64);
        let shares: Vec<f64> = sets.inclusion.iter().map(|within| chance * within * one).collect();
        for (first, share) in shares.iter().enumerate() {
            self.shares[first] += share;
            self.products.add(first, first, share * one);
            if size > 1 {
                let others: Vec<f64> = without(roots, first);
                let with_first = WeightedSubsets::of(&others, size - 1).inclusion;
                for (at, within) in with_first.into_iter().enumerate() {
                    self.products.add(first, at + usize::from(at >= first), share * one * within);
                }
            }
        }
        if size > 1 {
            self.sizes.push(chance);
            self.shares_in.push(shares);
        }
    }

    /// Adds the evidence that the first `chosen` of those left took the place, in this many games.
    fn add(&self, curve: &mut Curve, chosen: usize, games: f64, left: &[EntrantIndex], at: &Coordinates) {
        let one = 1.0 / super::results::to_f64(chosen as u64);
        let tied = self.ties.iter().position(|tie| tie.size == chosen);
        let weight: f64 = self.strengths[..chosen].iter().sum::<f64>() * one;
        let prevalence = tied.map_or(0.0, |tie| self.ties[tie].prevalence);
        curve.value += games * (weight + prevalence - self.log_total);

        for (first, place) in left.iter().map(|&entrant| at.of_entrant(entrant)).enumerate() {
            let Some(place) = place else { continue };
            let share = if first < chosen { one } else { 0.0 };
            curve.gradient[place] += games * (share - self.shares[first]);
            for (second, other) in left.iter().map(|&entrant| at.of_entrant(entrant)).enumerate() {
                let Some(other) = other else { continue };
                let together = self.products.at(first, second) - self.shares[first] * self.shares[second];
                curve.information.add(place, other, games * together);
            }
            for (tie, (shares, chance)) in self.shares_in.iter().zip(&self.sizes).enumerate() {
                let together = games * (shares[first] - self.shares[first] * chance);
                curve.information.add(place, at.of_tie(tie), together);
                curve.information.add(at.of_tie(tie), place, together);
            }
        }
        for (tie, chance) in self.sizes.iter().enumerate() {
            let happened = if tied == Some(tie) { 1.0 } else { 0.0 };
            curve.gradient[at.of_tie(tie)] += games * (happened - chance);
            for (other, also) in self.sizes.iter().enumerate() {
                let both = if tie == other { *chance } else { 0.0 };
                curve.information.add(at.of_tie(tie), at.of_tie(other), games * (both - chance * also));
            }
        }
    }
}

/// The `size`-th roots of strengths, in units of the greatest one.
fn roots(strengths: &[f64], top: f64, size: usize) -> Vec<f64> {
    let size = super::results::to_f64(size as u64);
    strengths.iter().map(|strength| libm::exp((strength - top) / size)).collect()
}

fn without(all: &[f64], at: usize) -> Vec<f64> {
    all[..at].iter().chain(&all[at + 1..]).copied().collect()
}

/// The sets of one size, each weighted with the product of its members' weights.
struct WeightedSubsets {
    /// All weights together: an elementary symmetric polynomial.
    total: f64,
    /// The chance of each one to be a member.
    inclusion: Vec<f64>,
}

impl WeightedSubsets {
    fn of(weights: &[f64], size: usize) -> Self {
        let before = sums_of_products(weights.iter(), size);
        let mut after = sums_of_products(weights.iter().rev(), size);
        after.reverse();
        let total = before[weights.len()][size];
        let inclusion = weights.iter().enumerate().map(|(at, weight)| {
            let others: f64 =
                (0..size).map(|taken| before[at][taken] * after[at + 1][size - 1 - taken]).sum();
            weight * others / total
        });
        Self { total, inclusion: inclusion.collect() }
    }
}

/// For each number of weights from the start, the sums of products of 0 up to `size` different ones.
fn sums_of_products<'a>(weights: impl Iterator<Item = &'a f64>, size: usize) -> Vec<Vec<f64>> {
    let mut sums = vec![0.0; size + 1];
    sums[0] = 1.0;
    let mut all = vec![sums.clone()];
    for weight in weights {
        for taken in (1..=size).rev() {
            sums[taken] += weight * sums[taken - 1];
        }
        all.push(sums.clone());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratings::results::{PairResult, Results};

    /// The chance of a placing, by going over all sets of those who are left.
    fn chance(groups: &[Vec<EntrantIndex>], parameters: &Parameters) -> f64 {
        let mut left: Vec<EntrantIndex> = groups.iter().flatten().copied().collect();
        let weight = |set: &[EntrantIndex]| {
            let size = u32::try_from(set.len()).unwrap();
            let tie = parameters.ties.iter().find(|tie| tie.size == set.len());
            let prevalence = if size == 1 { 1.0 } else { tie.map_or(0.0, |tie| tie.prevalence.exp()) };
            let product: f64 = set.iter().map(|&one| parameters.strengths[one].exp()).product();
            prevalence * product.powf(1.0 / f64::from(size))
        };
        let mut chance = 1.0;
        for group in groups {
            let sets = (1_usize..1 << left.len()).map(|bits| -> Vec<EntrantIndex> {
                left.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, &one)| one).collect()
            });
            chance *= weight(group) / sets.map(|set| weight(&set)).sum::<f64>();
            left.retain(|one| !group.contains(one));
        }
        chance
    }

    fn curve(results: &Results, parameters: &Parameters) -> Curve {
        Curve::of(results.pairs(), results.placings(), parameters, &Coordinates::all(results.entrants()))
    }

    fn example() -> (Results, Parameters) {
        let placing = |groups: &[&[usize]], games| Placing {
            groups: groups.iter().map(|g| g.to_vec()).collect(),
            games,
        };
        let placings = [
            placing(&[&[3], &[0, 1], &[4], &[2]], 2.0),
            placing(&[&[2, 4, 0], &[1]], 1.0),
            placing(&[&[1], &[0], &[2, 3]], 3.0),
        ];
        let ties = vec![Tie { size: 2, prevalence: 0.3 }, Tie { size: 3, prevalence: -0.8 }];
        (Results::new(5, [], placings), Parameters { strengths: vec![0.4, -1.2, 0.1, 0.9, -0.2], ties })
    }

    #[test]
    fn chances_are_those_of_all_sets() {
        let (results, parameters) = example();
        let by_hand = results.placings().iter().map(|p| p.games * chance(&p.groups, &parameters).ln());
        let expected: f64 = by_hand.sum();
        assert!((curve(&results, &parameters).value - expected).abs() < 1e-12);
    }

    #[test]
    fn derivatives_are_those_of_small_steps() {
        let (results, parameters) = example();
        let step = 1e-5;
        let all = Coordinates::all(5);
        let here = curve(&results, &parameters);
        for at in 0..parameters.count() {
            let near = |by: f64| {
                let mut steps = vec![0.0; parameters.count()];
                steps[at] = by;
                curve(&results, &parameters.moved(&all, &steps))
            };
            let (up, down) = (near(step), near(-step));
            let slope = (up.value - down.value) / (2.0 * step);
            assert!((here.gradient[at] - slope).abs() < 1e-8, "{at}: {} is not {slope}", here.gradient[at]);
            for other in 0..parameters.count() {
                let bend = (down.gradient[other] - up.gradient[other]) / (2.0 * step);
                assert!((here.information.at(at, other) - bend).abs() < 1e-8, "{at}, {other}");
            }
        }
    }

    /// Games of two are counted by another formula, which must be the same model where none is drawn.
    #[test]
    fn of_two_it_is_the_model_of_scores() {
        let (_, parameters) = example();
        let parameters = Parameters { ties: Vec::new(), ..parameters };
        let result = PairResult { one: 1, other: 3, wins: 2.0, draws: 0.0, losses: 4.0 };
        let all = Coordinates::all(5);
        let as_pair = Curve::of([&result], [], &parameters, &all);
        let placings = [(vec![vec![1], vec![3]], 2.0), (vec![vec![3], vec![1]], 4.0)]
            .map(|(groups, games)| Placing { groups, games });
        let as_placings = Curve::of([], &placings, &parameters, &all);
        assert!((as_pair.value - as_placings.value).abs() < 1e-12);
        for at in 0..parameters.count() {
            assert!((as_pair.gradient[at] - as_placings.gradient[at]).abs() < 1e-12);
            for other in 0..parameters.count() {
                let both = [&as_pair, &as_placings].map(|curve| curve.information.at(at, other));
                assert!((both[0] - both[1]).abs() < 1e-12, "{at}, {other}: {both:?}");
            }
        }
    }
}
