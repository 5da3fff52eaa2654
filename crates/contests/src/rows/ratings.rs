//! The ratings of a field as a whole.

use serde::Serialize;
use tournament::{IntervalBasis, Rankings};

/// The p-value below which a result, or a whole field, is reported as not fitting its ratings.
const UNLIKELY: f64 = 0.05;

/// The ratings of a field as a whole, besides those of its programs.
#[derive(Debug, Clone, Serialize)]
pub struct RatingsRow<'a> {
    basis: &'static str,
    confidence: f64,
    repeats: u64,
    exact_pairs: usize,
    sampled_pairs: usize,
    cycles: Vec<Vec<&'a str>>,
    ranks_hold: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<AnchorRow<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    outside_centre: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<FitRow<'a>>,
}

/// The program that all others are rated from.
#[derive(Debug, Clone, Serialize)]
struct AnchorRow<'a> {
    program: &'a str,
    elo: f64,
}

/// How well ratings fit the results.
#[derive(Debug, Clone, Serialize)]
pub struct FitRow<'a> {
    likelihood: f64,
    surprises: Vec<SurpriseRow<'a>>,
}

/// A result that the ratings made unlikely.
#[derive(Debug, Clone, Serialize)]
pub struct SurpriseRow<'a> {
    program: &'a str,
    opponent: &'a str,
    score: f64,
    expected: f64,
    likelihood: f64,
}

impl<'a> RatingsRow<'a> {
    /// Creates the row of these rankings. `paths` are those of the entrants.
    #[must_use]
    pub fn new(rankings: &Rankings, paths: &[&'a str]) -> Self {
        let named = |entrants: &[usize]| entrants.iter().map(|&entrant| paths[entrant]).collect();
        Self {
            basis: match rankings.basis {
                IntervalBasis::Setups => "setups",
                IntervalBasis::Field => "field",
                IntervalBasis::Results => "results",
            },
            confidence: rankings.confidence.share(),
            repeats: rankings.repeats,
            exact_pairs: rankings.exact,
            sampled_pairs: rankings.sampled,
            cycles: rankings.cycles.iter().map(|cycle| named(&cycle.entrants())).collect(),
            ranks_hold: rankings.ranks_hold(),
            anchor: rankings.anchor.map(|(program, elo)| AnchorRow { program: paths[program], elo }),
            outside_centre: match rankings.anchor {
                Some(_) => Vec::new(),
                None => named(&rankings.outside_centre),
            },
            fit: FitRow::new(rankings, paths),
        }
    }
}

impl<'a> FitRow<'a> {
    fn new(rankings: &Rankings, paths: &[&'a str]) -> Option<Self> {
        let fit = rankings.fit.as_ref()?;
        let surprises = fit.pairs.iter().filter(|pair| pair.likelihood < UNLIKELY);
        let row = |pair: &tournament::ratings::PairFit| SurpriseRow {
            program: paths[pair.result.one],
            opponent: paths[pair.result.other],
            score: pair.result.score() / pair.result.games(),
            expected: pair.expected.score(),
            likelihood: pair.likelihood,
        };
        Some(Self { likelihood: fit.likelihood, surprises: surprises.map(row).collect() })
    }
}
