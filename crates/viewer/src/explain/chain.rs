//! The chain of writes behind a death, where programs are code on the board.

use std::collections::BTreeSet;

use game::{CodeOnBoard, EventKind, ExplanationStep, Outcome, Seat};

use super::counterfactual::{Budget, Counterfactual, Write, is_better, without, write_at};
use super::trail::{self, Step};
use super::wording::Words;
use super::{ExplainError, Explanation};
use crate::{LastWrite, Replay};

/// At most this many changed cells of the seat's own code are examined.
const MAX_DAMAGED: usize = 40;

/// At most this many of the cells that were executed last are examined.
const MAX_EXECUTED: usize = 48;

/// The number of turns before a write that are watched for a loop that the write may have broken.
const LOOP_TURNS: u64 = 1 << 14;

/// A death, and the steps that led to it.
struct Death {
    turn: u64,
    cell: usize,
    text: String,
    reason: &'static str,
    steps: Vec<Step>,
    /// The step with which the program left its own code for the last time.
    left: Option<Step>,
}

/// Adds the chain behind the death of the explained seat, and the cause, if one is found.
pub(super) fn add(
    explanation: &mut Explanation,
    replay: &mut Replay<'_>,
    outcome: &Outcome,
    code: &CodeOnBoard,
    stop: &dyn Fn() -> bool,
) -> Result<(), ExplainError> {
    let seat = explanation.seat;
    let names = replay.names().clone();
    let words = Words { names: &names, code };
    let Some(death) = death_of(replay, seat, outcome, code, stop)? else {
        explanation.links.push(words.alive(seat, outcome.turns));
        return Ok(());
    };
    let home = replay.scene().home(death.cell);
    explanation.links.push(words.fatal(seat, death.turn, death.cell, (death.reason, &death.text), home));
    let fatal_write = last_write(replay, death.cell, death.turn - 1, stop);
    let known = fatal_write.and_then(|last| write_at(replay, last.turn, death.cell, stop));
    let cells = replay.scene().shape().cells();
    if death.cell < cells {
        explanation.links.push(match (&known, fatal_write) {
            (Some(write), _) => words.writer(seat, write, death.turn),
            (None, Some(last)) => words.last_writer(seat, last, death.cell),
            (None, None) => words.never_written(death.cell, home),
        });
    }
    if let Some(left) = death.left {
        let text = text_before(replay, left.from, left.turn, stop);
        let target = replay.scene().home(left.to);
        explanation.links.push(words.left(seat, left, &text, target));
    }
    let mut budget = Budget::new();
    let mut tried = BTreeSet::new();
    let near = near_writes(replay, seat, &death, stop);
    let mut found = earliest(replay, seat, outcome, &near, &mut tried, &mut budget, stop);
    if found.cause.is_none() {
        let executed = executed_writes(replay, &death, stop);
        let more = earliest(replay, seat, outcome, &executed, &mut tried, &mut budget, stop);
        found = Found { cause: more.cause, longest: longer(found.longest, more.longest) };
    }
    if stop() {
        return Err(ExplainError::Stopped);
    }
    explanation.forks = budget.finished;
    let Found { cause, longest } = found;
    let decisive = cause.as_ref().or(longest.as_ref()).map(|found| &found.write);
    let last_change = last_change(replay, seat, &death, stop);
    if let Some(change) = last_change.filter(|change| decisive != Some(change)) {
        explanation.links.push(words.last_change(seat, &change));
    }
    if let Some(write) = decisive {
        if known.as_ref() != Some(write) {
            let home = replay.scene().home(write.cell);
            explanation.links.push(words.damage(seat, write, home));
        }
        explanation.links.extend(earlier_loop(replay, &words, seat, write, stop));
    }
    explanation.links.push(match (&cause, &longest) {
        (Some(cause), _) => words.cause(seat, cause, outcome),
        (None, Some(longest)) => words.postponed(seat, longest, (outcome, explanation.forks)),
        (None, None) => words.no_cause(seat, explanation.forks),
    });
    explanation.cause = cause;
    Ok(())
}

/// The death of a seat and the steps that led to it; `None` if the seat lives.
fn death_of(
    replay: &mut Replay<'_>,
    seat: Seat,
    outcome: &Outcome,
    code: &CodeOnBoard,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Death>, ExplainError> {
    let Some((turn, reason)) = last_breath(replay, seat, outcome, stop)? else { return Ok(None) };
    if !replay.seek_until(turn - 1, stop) {
        return Err(ExplainError::Stopped);
    }
    let (_, scene) = replay.shared();
    let Some(cell) = trail::position(&replay.snapshot_here(), scene.as_ref(), code.role, seat) else {
        return Ok(None);
    };
    let steps = trail::back_to_own_code(replay, (code.role, seat), turn - 1, stop);
    let steps = steps.ok_or(ExplainError::Stopped)?;
    // The last step from the seat's own code to elsewhere. There is none if the program died in its own code.
    let is_own = |cell| scene.home(cell) == Some(seat);
    let left = steps.iter().rev().find(|step| is_own(step.from) || is_own(step.to)).copied();
    let left = left.filter(|step| is_own(step.from) && !is_own(step.to) && !is_own(cell));
    let text = match replay.text_of(cell) {
        Some(text) => text.into_owned(),
        // Past the end of the board stands only the text of every cell without a program.
        None => "crash".into(),
    };
    Ok(Some(Death { turn, cell, text, reason, steps, left }))
}

/// When and why a seat died.
fn last_breath(
    replay: &mut Replay<'_>,
    seat: Seat,
    outcome: &Outcome,
    stop: &dyn Fn() -> bool,
) -> Result<Option<(u64, &'static str)>, ExplainError> {
    let mut after = replay.first_turn();
    let mut snapshot = replay.copies.first().copy();
    let mut found = None;
    while found.is_none() && after < outcome.turns {
        // Only the stretches in which a program died are played again.
        let next = outcome.turns.min(after.saturating_add(1 << 16));
        let has_death = replay.timeline().between(after, next).notable(game::NotableKind::Death) > 0;
        if has_death {
            if snapshot.turn() < after {
                snapshot = replay.copies.before(after).copy();
            }
            let note = &mut |event: &game::Event| {
                if let (EventKind::Death { reason }, true) = (event.kind, event.seat == seat) {
                    found = Some((event.turn, reason));
                }
            };
            if stop() || snapshot.watch(next, &mut replay.answers, note).is_err() {
                return Err(ExplainError::Stopped);
            }
        }
        after = next;
    }
    Ok(found)
}

/// The text of a cell when it was executed in a turn.
fn text_before(replay: &mut Replay<'_>, cell: usize, turn: u64, stop: &dyn Fn() -> bool) -> String {
    replay.seek_until(turn.saturating_sub(1), stop);
    replay.text_of(cell).map_or_else(String::new, std::borrow::Cow::into_owned)
}

/// The last write of a cell up to a turn.
fn last_write(replay: &mut Replay<'_>, cell: usize, turn: u64, stop: &dyn Fn() -> bool) -> Option<LastWrite> {
    learn(replay, turn, stop);
    replay.last_write(cell)
}

/// Goes to a turn, and finds out who wrote its cells.
fn learn(replay: &mut Replay<'_>, turn: u64, stop: &dyn Fn() -> bool) {
    replay.seek_until(turn, stop);
    if replay.can_learn() {
        replay.find_writers(u64::MAX, stop);
    }
}

/// The writes on the chain: of the fatal cell, of the cells where the program left its own code, and of its own code up to
/// then.
fn near_writes(
    replay: &mut Replay<'_>,
    seat: Seat,
    death: &Death,
    stop: &dyn Fn() -> bool,
) -> Vec<(u64, usize)> {
    let mut writes = BTreeSet::new();
    let mut add = |last: Option<LastWrite>, cell| writes.extend(last.map(|last| (last.turn, cell)));
    add(last_write(replay, death.cell, death.turn - 1, stop), death.cell);
    let until = death.left.map_or(death.turn, |left| left.turn) - 1;
    learn(replay, until, stop);
    if let Some(left) = death.left {
        for cell in [Some(left.from), Some(left.to), left.to.checked_sub(1)].into_iter().flatten() {
            add(replay.last_write(cell), cell);
        }
    }
    let (_, scene) = replay.shared();
    let cells = scene.shape().cells();
    let own = replay.last_writes(0..cells).filter(|(cell, _)| scene.home(*cell) == Some(seat));
    let mut damaged: Vec<(u64, usize)> = own.map(|(cell, last)| (last.turn, cell)).collect();
    damaged.sort_unstable_by(|one, other| other.cmp(one));
    damaged.truncate(MAX_DAMAGED);
    writes.extend(damaged);
    writes.into_iter().collect()
}

/// The last write that changed the seat's own code before the program left it for the last time.
fn last_change(replay: &mut Replay<'_>, seat: Seat, death: &Death, stop: &dyn Fn() -> bool) -> Option<Write> {
    let until = death.left?.turn - 1;
    learn(replay, until, stop);
    let (_, scene) = replay.shared();
    let own =
        replay.last_writes(0..scene.shape().cells()).filter(|(cell, _)| scene.home(*cell) == Some(seat));
    let (turn, cell) = own.map(|(cell, last)| (last.turn, cell)).max()?;
    write_at(replay, turn, cell, stop)
}

/// The writes of the cells that were executed last.
fn executed_writes(replay: &mut Replay<'_>, death: &Death, stop: &dyn Fn() -> bool) -> Vec<(u64, usize)> {
    let mut executed = BTreeSet::new();
    for step in death.steps.iter().rev() {
        if executed.len() == MAX_EXECUTED {
            break;
        }
        executed.insert(step.from);
    }
    learn(replay, death.turn - 1, stop);
    let mut writes: Vec<(u64, usize)> =
        executed.into_iter().filter_map(|cell| Some((replay.last_write(cell)?.turn, cell))).collect();
    writes.sort_unstable();
    writes
}

/// The results of leaving out writes, one at a time.
struct Found {
    /// The earliest write without which the seat does better.
    cause: Option<Counterfactual>,
    /// Among the other writes, the one without which a match of two lasts longest, if it lasts longer than it did.
    longest: Option<Counterfactual>,
}

fn longer(one: Option<Counterfactual>, other: Option<Counterfactual>) -> Option<Counterfactual> {
    let turns = |found: &Option<Counterfactual>| found.as_ref().map(|found| found.outcome.turns);
    if turns(&other) > turns(&one) { other } else { one }
}

/// Leaves out the given writes one at a time, in order of turns, until a seat does better.
fn earliest(
    replay: &mut Replay<'_>,
    seat: Seat,
    outcome: &Outcome,
    writes: &[(u64, usize)],
    tried: &mut BTreeSet<Write>,
    budget: &mut Budget,
    stop: &dyn Fn() -> bool,
) -> Found {
    let mut longest = None;
    for &(turn, cell) in writes {
        if stop() {
            break;
        }
        let Some(write) = write_at(replay, turn, cell, stop).filter(|write| tried.insert(write.clone()))
        else {
            continue;
        };
        let Some(end) = without(replay, &write, budget, stop) else { continue };
        let is_longer = outcome.places.len() == 2 && end.turns > outcome.turns;
        let found = Counterfactual { write, outcome: end };
        if is_better(&found.outcome, outcome, seat) {
            return Found { cause: Some(found), longest };
        }
        if is_longer {
            longest = longer(longest, Some(found));
        }
    }
    Found { cause: None, longest }
}

/// The loop in which the program executed one of its own cells until somebody wrote to that cell.
fn earlier_loop(
    replay: &mut Replay<'_>,
    words: &Words<'_>,
    seat: Seat,
    write: &Write,
    stop: &dyn Fn() -> bool,
) -> Option<ExplanationStep> {
    if replay.scene().home(write.cell) != Some(seat) {
        return None;
    }
    let after = write.turn.saturating_sub(LOOP_TURNS).max(replay.first_turn());
    let steps = trail::steps(replay, (words.code.role, seat), (after, write.turn), stop)?;
    let visits: Vec<usize> = (0..steps.len()).filter(|at| steps[*at].from == write.cell).collect();
    let &[_, .., before, last] = visits.as_slice() else { return None };
    let executed = steps[before..last].iter().map(|step| step.from);
    let cells = (executed.clone().min()?, executed.max()?);
    Some(words.earlier_loop(seat, write, cells, (visits.len(), write.turn - after)))
}
