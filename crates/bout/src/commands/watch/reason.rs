//! Why a match was lost, in a few sentences.

use std::fs;
use std::path::Path;

use game::{ExplanationStep, ExplanationStepKind};
use viewer::explain::{Explanation, explain};

use crate::terminal_player;

/// Longer matches are not explained: an explanation plays a match some dozens of times.
const MAX_TURNS: u64 = 1 << 16;

/// Explains the match of a record for the program that lost it: how it ended, and what led to that. `None` if that would take
/// too long, was stopped, or cannot be told.
pub(super) fn sentences(record: &Path, stop: &dyn Fn() -> bool) -> Option<Vec<String>> {
    let record = record::read(&fs::read(record).ok()?).ok()?;
    if record.outcome.turns > MAX_TURNS {
        return None;
    }
    let mut replay = terminal_player::opened(&record).ok()?;
    let explanation = explain(&mut replay, None, stop).ok()?;
    Some(chosen(&explanation).map(|link| link.sentence.clone()).collect())
}

/// How it ended; then the cause with the write that it is, or else what is nearest to the end.
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
