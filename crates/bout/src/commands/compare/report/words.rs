//! The question and the answer in sentences.

use contests::compare::{Comparison, ComparisonState, Decision};
use game::text::grouped;
use tournament::sequential::{Exact, elo_apart};

use crate::cli::{CompareArgs, CompareQuestion};
use crate::names;

/// States the question before play starts.
pub(super) fn question(comparison: &Comparison, question: CompareQuestion, gap: f64) -> String {
    let [new, old] = comparison.versions();
    let parameters: Vec<String> =
        comparison.parameters.iter().map(|(key, value)| format!("{key} {}", grouped(*value))).collect();
    let asked = match question {
        CompareQuestion::Better => "better than",
        CompareQuestion::NoWorse => "no worse than",
    };
    let opponents = match comparison.opponents.len() {
        1 => "1 opponent".to_owned(),
        opponents => format!("{opponents} opponents"),
    };
    format!(
        "{}, {}: is {new} {asked} {old} against {opponents}? The gap to detect is {gap} points per game ({} Elo)",
        comparison.game.info().name,
        parameters.join(", "),
        elo(elo_apart(gap)).trim_start_matches('+'),
    )
}

/// Returns the result as lines of text.
pub(super) fn answer(args: &CompareArgs, comparison: &Comparison, state: &ComparisonState) -> Vec<String> {
    let mut lines = vec![verdict(args, comparison, state)];
    if state.rounds() > 0 {
        match state.exact() {
            Some(exact) => lines.extend(exact_difference(exact)),
            None => lines.push(difference(args, state)),
        }
        lines.push(games(comparison, state));
    }
    if state.skipped() > 0 {
        lines.push(format!(
            "{} rounds had matches that stayed void, and do not count: bout failed in them, no program lost",
            grouped(state.skipped())
        ));
    }
    if state.answer() == Decision::Open {
        lines.push(outlook(comparison, state));
    }
    lines
}

fn verdict(args: &CompareArgs, comparison: &Comparison, state: &ComparisonState) -> String {
    let [new, old] = comparison.versions();
    let (gap, question) = (args.gap, args.question());
    if comparison.is_same_program() {
        let word = if state.answer() == Decision::Yes { "Yes" } else { "No" };
        return format!("{word}: {new} and {old} are the same program, so nothing was played");
    }
    let interval = state.interval();
    match (question, state.answer()) {
        (CompareQuestion::Better, Decision::Open) => {
            format!("Undecided: it is not known whether {new} is better than {old}")
        }
        (CompareQuestion::NoWorse, Decision::Open) => {
            format!("Undecided: it is not known whether {new} is no worse than {old}")
        }
        (CompareQuestion::Better, Decision::Yes) => format!("Yes: {new} is better than {old}"),
        (CompareQuestion::NoWorse, Decision::Yes) if interval.lower > 0.0 => {
            format!("Yes: {new} is no worse than {old}; it is better")
        }
        (CompareQuestion::NoWorse, Decision::Yes)
            if state.exact().is_some_and(|exact| exact.difference >= 0.0) =>
        {
            format!("Yes: {new} is no worse than {old}")
        }
        (CompareQuestion::NoWorse, Decision::Yes) => {
            format!("Yes: {new} is not worse than {old} by {gap} points per game or more")
        }
        (_, Decision::No) if interval.upper < 0.0 => format!("No: {new} is worse than {old}"),
        (CompareQuestion::Better, Decision::No) if state.exact().is_some() => {
            format!("No: {new} is as good as {old}, and no better")
        }
        (CompareQuestion::Better, Decision::No) => {
            format!("No: {new} is not better than {old} by {gap} points per game or more")
        }
        (CompareQuestion::NoWorse, Decision::No) => format!("No: {new} is worse than {old}"),
    }
}

fn difference(args: &CompareArgs, state: &ComparisonState) -> String {
    let (mean, interval) = (state.progress().difference, state.interval());
    format!(
        "{} points per game, about {} Elo; with {}% confidence from {} to {}, {} to {} Elo",
        signed(mean),
        elo(elo_apart(mean)),
        // Rounds to six decimals to hide binary rounding errors.
        (args.confidence * 1e8).round() / 1e6,
        signed(interval.lower),
        signed(interval.upper),
        elo(elo_apart(interval.lower)),
        elo(elo_apart(interval.upper)),
    )
}

fn exact_difference(exact: &Exact) -> [String; 2] {
    let Exact { better, level, worse, .. } = exact;
    [
        format!(
            "{} points per game, about {} Elo: better against {better}, as good against {level}, worse against {worse}",
            signed(exact.difference),
            elo(elo_apart(exact.difference)),
        ),
        format!(
            "Games are deterministic, so this is exact. If it were luck which opponents \
             are there, so much for the new version would have a chance of {:.3}",
            exact.chance
        ),
    ]
}

fn games(comparison: &Comparison, state: &ComparisonState) -> String {
    let rounds = state.rounds();
    format!(
        "{} games of each version: {} {}, each with two games against every opponent",
        grouped(rounds * 2 * comparison.opponents.len() as u64),
        grouped(rounds),
        if rounds == 1 { "round" } else { "rounds" },
    )
}

fn outlook(comparison: &Comparison, state: &ComparisonState) -> String {
    match state.rounds_left() {
        Some(left) => {
            let games = (state.rounds() + left) * 2 * comparison.opponents.len() as u64;
            format!("At this rate, the answer needs about {} more rounds: --games {games}", grouped(left))
        }
        None => "It is too early to estimate how many more rounds the answer needs".into(),
    }
}

/// Formats points per game with their sign and three decimals.
pub(in super::super) fn signed(points: f64) -> String {
    names::signed(points, 3)
}

fn elo(elo: f64) -> String {
    names::signed(elo, 0)
}
