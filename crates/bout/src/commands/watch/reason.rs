//! Explains in a few sentences why a match was lost.

use std::fs;
use std::path::Path;

use game::{ExplanationStep, ExplanationStepKind};
use viewer::explain::{Explanation, explain};

use crate::terminal_player;

/// The longest match that is explained: an explanation replays the match dozens of times.
const MAX_TURNS: u64 = 1 << 16;

/// Explains a recorded match for the program that lost it: how it ended, and why. Returns `None` if
/// this would take too long, was stopped, or fails.
pub(super) fn sentences(record: &Path, stop: &dyn Fn() -> bool) -> Option<Vec<String>> {
    let record = record::read(&fs::read(record).ok()?).ok()?;
    if record.outcome.turns > MAX_TURNS {
        return None;
    }
    let mut replay = terminal_player::opened(&record).ok()?;
    let explanation = explain(&mut replay, None, stop).ok()?;
    Some(chosen(&explanation).map(|link| link.sentence.clone()).collect())
}

/// Selects the steps to show: the end; the write that caused it or, if unknown, the step nearest to
/// the end; and the cause.
fn chosen(explanation: &Explanation) -> impl Iterator<Item = &ExplanationStep> {
    let links = &explanation.links;
    let find = |is_it: &dyn Fn(&&ExplanationStep) -> bool| links.iter().find(is_it);
    let end = find(&|link| link.kind == ExplanationStepKind::End);
    let cause = find(&|link| link.kind == ExplanationStepKind::Cause);
    let write = cause.and_then(|cause| {
        find(&|link| {
            link.kind != ExplanationStepKind::Cause && (link.turn, link.cell) == (cause.turn, cause.cell)
        })
    });
    let nearest =
        || find(&|link| matches!(link.kind, ExplanationStepKind::Fatal | ExplanationStepKind::Fact));
    [end, write.or_else(nearest), cause].into_iter().flatten()
}
