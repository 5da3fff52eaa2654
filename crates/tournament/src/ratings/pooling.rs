//! How far luck is shared differs from program to program: one may profit from a setup in either seat, while that of the
//! others cancels. A program, and even more so a pair, has few setups. So what each of them shows beyond the field counts
//! only as far as it exceeds chance (empirical Bayes: Efron & Morris 1973, "Stein's estimation rule and its competitors"):
//! first for each program, then, where it has enough setups, for each pair.

use super::dispersion::{MOST, Spread};
use super::results::to_f64;
use crate::EntrantIndex;

/// Sweeps that find the excesses of programs; each brings them some ten times nearer.
const SWEEPS: usize = 30;

/// An excess is clear if its square is this many times what chance makes it.
const CLEARLY: f64 = 2.0;

/// A pair needs this many degrees of freedom to differ from what its programs predict.
const ENOUGH_OF_PAIR: u64 = 20;

/// How programs and pairs differ from the field, as ratios of variances.
pub(super) struct Excess {
    of_programs: Vec<f64>,
    /// For two in rising order, in the order of the pairings.
    of_pairs: Vec<([EntrantIndex; 2], f64)>,
}

/// What a pairing shows.
struct PairingExcess {
    members: [EntrantIndex; 2],
    degrees_of_freedom: u64,
    /// The ratio it has beyond that of the field.
    excess: f64,
    /// The variance of that ratio if it is the field's.
    by_chance: f64,
    /// How much it bears on ratings.
    weight: f64,
}

impl Excess {
    /// By the spreads of all pairings and what the field lets expect of each.
    pub(super) fn of(
        entrants: usize,
        pairings: &[Spread],
        base: impl Fn(EntrantIndex, EntrantIndex) -> f64,
    ) -> Self {
        let shown = |spread: &Spread| {
            let expected = base(spread.members[0], spread.members[1]);
            let degrees = to_f64(spread.degrees_of_freedom);
            PairingExcess {
                members: spread.members,
                degrees_of_freedom: spread.degrees_of_freedom,
                excess: spread.seen / spread.of_independent - expected,
                by_chance: expected * (spread.kurtosis - expected).max(0.0) / degrees,
                weight: spread.of_independent,
            }
        };
        let shown: Vec<PairingExcess> = pairings.iter().map(shown).collect();
        let of_programs = of_programs(entrants, &shown);
        let of_pairs = of_pairs(&shown, &of_programs);
        Self { of_programs, of_pairs }
    }

    /// The ratio by which the variance of two is beyond what the field lets expect.
    pub(super) fn between(&self, one: EntrantIndex, other: EntrantIndex) -> f64 {
        let members = [one.min(other), one.max(other)];
        let at = self.of_pairs.binary_search_by_key(&members, |(members, _)| *members);
        let own = at.map_or(0.0, |at| self.of_pairs[at].1);
        self.of_programs[one] + self.of_programs[other] + own
    }
}

/// For each program half of what its pairs have in excess with equals of the field, pulled to 0 as far as chance may have
/// made it: the least squares of weighted excesses, with a ridge (Hoerl & Kennard 1970) whose strength is the ratio of the
/// variances by chance and between programs.
fn of_programs(entrants: usize, shown: &[PairingExcess]) -> Vec<f64> {
    let mut sums = vec![Sums::default(); entrants];
    for pair in shown {
        for one in pair.members {
            let sums = &mut sums[one];
            sums.weight += pair.weight;
            sums.squares += pair.weight * pair.weight;
            sums.excess += pair.weight * pair.excess;
            sums.by_chance += pair.weight * pair.weight * pair.by_chance;
        }
    }
    let known: Vec<&Sums> = sums.iter().filter(|sums| sums.weight > 0.0).collect();
    let total = |of: &dyn Fn(&Sums) -> f64| known.iter().map(|sums| of(sums)).sum::<f64>();
    let beyond_chance = total(&|sums| (sums.excess * sums.excess - sums.by_chance) / sums.weight);
    let between = beyond_chance / total(&|sums| sums.weight + sums.squares / sums.weight);
    if known.len() < 3 {
        return vec![0.0; entrants];
    }
    let ridges: Vec<f64> = sums.iter().map(|sums| sums.ridge(between)).collect();
    let mut excesses = vec![0.0; entrants];
    for _ in 0..SWEEPS {
        let mut of_others = vec![0.0; entrants];
        for pair in shown {
            let [one, other] = pair.members;
            of_others[one] += pair.weight * excesses[other];
            of_others[other] += pair.weight * excesses[one];
        }
        for (((excess, sums), of_others), ridge) in excesses.iter_mut().zip(&sums).zip(of_others).zip(&ridges)
        {
            if sums.weight > 0.0 {
                let next = (sums.excess - of_others) / (sums.weight + ridge);
                // Half the way: all move at once, and in a field of few would swing past each other.
                *excess = f64::midpoint(*excess, next);
            }
        }
    }
    excesses
}

#[derive(Debug, Clone, Default)]
struct Sums {
    weight: f64,
    squares: f64,
    excess: f64,
    by_chance: f64,
}

impl Sums {
    /// The weight with which an excess is held near 0, where those of programs have this variance `between` them. An excess
    /// that by itself is far more than chance counts nearly in full, however rare such ones are: too much certainty about a
    /// program is worse than too little.
    fn ridge(&self, between: f64) -> f64 {
        let mean = self.excess / self.weight;
        let by_chance = self.by_chance / (self.weight * self.weight);
        let own = if mean > 0.0 { mean * mean - CLEARLY * by_chance } else { 0.0 };
        let variance = own.max(between);
        if variance > 0.0 { self.weight * by_chance / variance } else { f64::INFINITY }
    }
}

/// For each pairing with enough setups what it has beyond its programs, pulled to 0 likewise.
fn of_pairs(shown: &[PairingExcess], of_programs: &[f64]) -> Vec<([EntrantIndex; 2], f64)> {
    let rest =
        |pair: &PairingExcess| pair.excess - of_programs[pair.members[0]] - of_programs[pair.members[1]];
    let enough = || shown.iter().filter(|pair| pair.degrees_of_freedom >= ENOUGH_OF_PAIR);
    let weight: f64 = enough().map(|pair| pair.weight).sum();
    let between =
        enough().map(|pair| pair.weight * (rest(pair).powi(2) - pair.by_chance)).sum::<f64>() / weight;
    if between.is_nan() || between <= 0.0 {
        return Vec::new();
    }
    let pulled = |pair: &PairingExcess| {
        let share = between / (between + pair.by_chance);
        (pair.members, (share * rest(pair)).clamp(-MOST, MOST))
    };
    enough().map(pulled).collect()
}
