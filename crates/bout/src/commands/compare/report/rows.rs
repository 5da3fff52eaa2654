//! The rows of a comparison.

use std::time::Duration;

use contests::compare::{
    Comparison, ComparisonState, Decision, OpponentResult, OpponentTotals, RoundResult, VersionTotals,
};
use contests::programs::Entrant;
use contests::rows::{Parameters, micros};
use serde::Serialize;
use tournament::sequential::elo_apart;

use super::by_gain;
use crate::cli::{CompareArgs, CompareQuestion};
use crate::output::{Row, cells};

/// A round.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum RoundRow<'a> {
    Void { void: &'a str },
    Played { round: u64, half_points: Vec<i8>, difference: f64, evidence: Evidence },
}

/// The evidence for each answer.
#[derive(Serialize)]
pub(super) struct Evidence {
    yes: f64,
    no: f64,
}

/// The CSV columns of [`OpponentRow`].
pub(super) const OPPONENT_COLUMNS: [&str; 11] = [
    "program",
    "name",
    "new_wins",
    "new_draws",
    "new_losses",
    "new_score",
    "old_wins",
    "old_draws",
    "old_losses",
    "old_score",
    "difference",
];

/// The results of both versions against an opponent.
#[derive(Serialize)]
pub(super) struct OpponentRow<'a> {
    program: &'a str,
    name: &'a str,
    new: VersionRow,
    old: VersionRow,
    difference: f64,
    differences: [u64; 9],
}

/// The results of one version against an opponent.
#[derive(Serialize)]
struct VersionRow {
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
}

/// A program of the comparison.
#[derive(Serialize)]
struct ProgramRow<'a> {
    program: &'a str,
    name: &'a str,
}

/// The whole comparison.
#[derive(Serialize)]
pub(super) struct ComparisonRow<'a> {
    game: &'static str,
    rules: Parameters,
    seed: u64,
    new: ProgramRow<'a>,
    old: ProgramRow<'a>,
    question: &'static str,
    gap: f64,
    confidence: f64,
    verdict: &'static str,
    method: &'static str,
    rounds: u64,
    games: u64,
    skipped: u64,
    difference: f64,
    lower: f64,
    upper: f64,
    elo: f64,
    elo_lower: f64,
    elo_upper: f64,
    evidence: Evidence,
    rounds_left: Option<u64>,
    opponents: Vec<OpponentRow<'a>>,
    #[serde(flatten)]
    exact: Option<ExactFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed_us: Option<u64>,
}

/// The fields that only an exact test has.
#[derive(Serialize)]
struct ExactFields {
    opponents_better: usize,
    opponents_level: usize,
    opponents_worse: usize,
    chance: f64,
}

impl<'a> RoundRow<'a> {
    pub(super) fn new(state: &ComparisonState, round: &'a RoundResult) -> Self {
        match round {
            RoundResult::Void(cause) => Self::Void { void: cause },
            RoundResult::Played { meetings, .. } => Self::Played {
                round: state.rounds(),
                half_points: meetings.iter().copied().map(OpponentResult::half_points).collect(),
                difference: rounded(state.progress().difference),
                evidence: Evidence::of(state),
            },
        }
    }
}

impl Evidence {
    fn of(state: &ComparisonState) -> Self {
        let progress = state.progress();
        Self { yes: rounded(progress.better), no: rounded(progress.not_better) }
    }
}

impl<'a> OpponentRow<'a> {
    pub(super) fn new(opponent: &'a Entrant, standing: &OpponentTotals) -> Self {
        Self {
            program: &opponent.path,
            name: &opponent.name,
            new: VersionRow::new(standing.new),
            old: VersionRow::new(standing.old),
            difference: rounded(standing.difference()),
            differences: standing.differences,
        }
    }
}

impl Row for OpponentRow<'_> {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let cell = |column: &&str| match (column.strip_prefix("new_"), column.strip_prefix("old_")) {
            (Some(count), _) => self.new.cell(count),
            (_, Some(count)) => self.old.cell(count),
            _ if *column == "difference" => self.difference.to_string(),
            _ => cells(self, &[column]).concat(),
        };
        vec![columns.iter().map(cell).collect()]
    }
}

impl VersionRow {
    fn new(tally: VersionTotals) -> Self {
        let VersionTotals { wins, draws, losses, .. } = tally;
        Self { wins, draws, losses, score: rounded(tally.score()) }
    }

    fn cell(&self, count: &str) -> String {
        if count == "score" { self.score.to_string() } else { cells(self, &[count]).concat() }
    }
}

impl<'a> ComparisonRow<'a> {
    pub(super) fn new(
        args: &CompareArgs,
        comparison: &'a Comparison,
        question: CompareQuestion,
        state: &ComparisonState,
        elapsed: Option<Duration>,
    ) -> Self {
        let program = |entrant: &'a Entrant| ProgramRow { program: &entrant.path, name: &entrant.name };
        let interval = state.interval();
        let difference = state.exact().map_or(state.progress().difference, |exact| exact.difference);
        Self {
            game: comparison.game.info().name,
            rules: Parameters(comparison.parameters.clone()),
            seed: comparison.seed,
            new: program(&comparison.new),
            old: program(&comparison.old),
            question: match question {
                CompareQuestion::Better => "better",
                CompareQuestion::NoWorse => "no-worse",
            },
            gap: args.gap,
            confidence: args.confidence,
            verdict: verdict(question, state),
            method: method(comparison, state),
            rounds: state.rounds(),
            games: state.rounds() * 4 * comparison.opponents.len() as u64,
            skipped: state.skipped(),
            difference: rounded(difference),
            lower: rounded(interval.lower),
            upper: rounded(interval.upper),
            elo: rounded(elo_apart(difference)),
            elo_lower: rounded(elo_apart(interval.lower)),
            elo_upper: rounded(elo_apart(interval.upper)),
            evidence: Evidence::of(state),
            rounds_left: state.rounds_left(),
            opponents: by_gain(state)
                .map(|(at, standing)| OpponentRow::new(&comparison.opponents[at], standing))
                .collect(),
            exact: ExactFields::of(state),
            elapsed_us: elapsed.map(micros),
        }
    }
}

impl ExactFields {
    fn of(state: &ComparisonState) -> Option<Self> {
        let exact = state.exact().filter(|_| state.rounds() > 0)?;
        Some(Self {
            opponents_better: exact.better,
            opponents_level: exact.level,
            opponents_worse: exact.worse,
            chance: rounded(exact.chance),
        })
    }
}

fn verdict(question: CompareQuestion, state: &ComparisonState) -> &'static str {
    match (question, state.answer()) {
        (_, Decision::Open) => "undecided",
        (CompareQuestion::Better, Decision::Yes) => "better",
        (CompareQuestion::Better, Decision::No) => "not-better",
        (CompareQuestion::NoWorse, Decision::Yes) => "no-worse",
        (CompareQuestion::NoWorse, Decision::No) => "worse",
    }
}

fn method(comparison: &Comparison, state: &ComparisonState) -> &'static str {
    match state.exact() {
        _ if comparison.is_same_program() => "same-program",
        Some(_) => "exact",
        None => "test",
    }
}

/// Rounds to six decimals, which is finer than the precision of the results. Infinite numbers stay
/// infinite, and JSON shows them as null.
fn rounded(number: f64) -> f64 {
    const UNIT: f64 = 1e6;
    // Adding zero turns -0 into 0.
    (number * UNIT).round() / UNIT + 0.0
}
