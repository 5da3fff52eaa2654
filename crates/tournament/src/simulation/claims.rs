//! How often the adaptive schedule is wrong where it is hardest to be right: among equals, small steps, and differences
//! that are just above the gap.

use super::adaptive::{Trial, adaptive_courses};
use crate::EntrantIndex;
use crate::ratings::{Confidence, OutcomeProbabilities, to_f64};
use crate::schedule::{Goal, Target};

/// The programs of a field that has more than two.
const ENTRANTS: usize = 8;

/// The gap, in points per game.
const GAP: f64 = 0.04;

/// The most games per pair.
const GAMES: u64 = 1500;

/// How often one field was judged wrongly.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClaimRow {
    /// The field.
    pub field: &'static str,
    /// The question that was asked.
    pub asked: &'static str,
    /// The mean number of games.
    pub games: f64,
    /// The share of tournaments in which everything was settled.
    pub settled: f64,
    /// The share of tournaments that made a false claim at any look.
    pub wrong: f64,
}

/// A field by the score of the first of two in a game, and the share of draws.
struct HardField {
    name: &'static str,
    entrants: usize,
    draws: f64,
    /// How much each entrant gains against anybody, in points per game.
    strengths: Vec<f64>,
}

impl HardField {
    fn new(name: &'static str, draws: f64, strengths: Vec<f64>) -> Self {
        Self { name, entrants: strengths.len(), draws, strengths }
    }

    fn chances(&self, one: EntrantIndex, other: EntrantIndex) -> OutcomeProbabilities {
        let lead = self.strengths[one] - self.strengths[other];
        let level = (1.0 - self.draws) / 2.0;
        OutcomeProbabilities { win: level + lead, draw: self.draws, loss: level - lead }
    }

    fn all() -> Vec<Self> {
        // Against the whole field, the lead of one over another is their difference times n / (n - 1).
        let just_apart =
            |entrants: usize| GAP * 1.001 * to_f64(entrants as u64 - 1) / to_f64(entrants as u64);
        let steps = |by: f64| (0..ENTRANTS).map(|one| -by * to_f64(one as u64)).collect();
        let twos = (0..ENTRANTS).map(|one| -0.05 * to_f64(one as u64 / 2)).collect();
        vec![
            Self::new("two equals", 0.2, vec![0.0; 2]),
            Self::new("two equals that mostly draw", 0.95, vec![0.0; 2]),
            Self::new("two just farther apart than the gap", 0.2, vec![just_apart(2), 0.0]),
            Self::new("the same, mostly drawn", 1.0 - 2.0 * just_apart(2), vec![just_apart(2), 0.0]),
            Self::new("eight equals", 0.2, vec![0.0; ENTRANTS]),
            Self::new("four times two equals", 0.2, twos),
            Self::new("eight in small steps", 0.2, steps(0.004)),
            Self::new("eight just farther apart than the gap", 0.2, steps(just_apart(ENTRANTS))),
        ]
    }
}

/// All hard fields, each asked for its first ranks and for the set of the first half, without and with a gap of 0.04 points per
/// game, in `runs` tournaments numbered from `seed` on.
#[must_use]
pub fn claim_rows(confidence: Confidence, runs: u64, seed: u64) -> Vec<ClaimRow> {
    let mut rows = Vec::new();
    for field in HardField::all() {
        let ranks = Target::ranks(field.entrants / 2, confidence);
        let set = Target { goal: Goal::Set, ..ranks };
        for (asked, target) in [
            ("ranks", ranks),
            ("ranks, gap", Target { gap: GAP, ..ranks }),
            ("set", set),
            ("set, gap", Target { gap: GAP, ..set }),
        ] {
            let chances = |one, other| field.chances(one, other);
            let trial = Trial { target, games: GAMES };
            let [games, settled, wrong] = adaptive_courses(field.entrants, chances, trial, runs, seed);
            rows.push(ClaimRow { field: field.name, asked, games, settled, wrong });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `cargo xtask simulate` shows of many runs, in few. One in five may be wrong: with 25 runs of each kind, 14
    /// is more than four standard deviations above that.
    #[test]
    fn no_field_is_judged_wrongly_more_often_than_confidence_allows() {
        let confidence = Confidence::new(0.8).expect("it is a share");
        for row in claim_rows(confidence, 25, 3) {
            assert!(row.wrong * 25.0 < 14.0, "{row:?}");
        }
    }
}
