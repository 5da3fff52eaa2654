//! A better move than the one that lost: an [`Adviser`] finds it, and playing the match on from it proves it.

use std::sync::Arc;

use game::text::grouped;
use game::{
    Adviser, AnyPlayers, ExplanationStep, ExplanationStepKind, Outcome, Reply, Scene, Seat, SeatNames, Void,
};

use super::counterfactual::is_better;
use super::{ExplainError, Explanation};
use crate::Replay;

/// At most this many moves are played out, each against the move that was made.
pub const MAX_PLAYED_OUT: usize = 3;

/// A move with which a program does better than with its own move, if an [`Adviser`] makes all later moves for all programs.
/// The programs' own later answers are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BetterMove {
    /// The turn.
    pub turn: u64,
    /// The seat that moves.
    pub seat: Seat,
    /// The number of earlier questions; their answers are those of the match.
    pub asked_before: usize,
    /// The better answer.
    pub answer: Vec<u8>,
    /// The answer that was given.
    pub given: Vec<u8>,
    /// How the match ends after the better answer.
    pub outcome: Outcome,
    /// How the match ends if the adviser makes all moves after the answer that was given.
    pub otherwise: Outcome,
    /// The answers of the adviser after the better answer.
    pub line: Vec<Vec<u8>>,
}

/// Answers, in order.
type Line = Vec<Vec<u8>>;

/// A move that was made, and the move that looks best in its place.
struct Alternative {
    turn: u64,
    asked_before: usize,
    question: Vec<u8>,
    given: Vec<u8>,
    answer: Vec<u8>,
    /// How much better the answer looks than the one that was given.
    regret: i64,
}

/// Adds a better move in one of these turns, if there is an adviser that finds one and the proof succeeds.
pub(super) fn add(
    explanation: &mut Explanation,
    replay: &mut Replay<'_>,
    outcome: &Outcome,
    turns: &[u64],
    stop: &dyn Fn() -> bool,
) -> Result<(), ExplainError> {
    let (_, scene) = replay.shared();
    let Some(adviser) = scene.adviser() else { return Ok(()) };
    let seat = explanation.seat;
    let mut alternatives = Vec::new();
    for &turn in turns {
        if !replay.seek_until(turn, stop) {
            return Err(ExplainError::Stopped);
        }
        alternatives.extend(alternative(replay, seat, adviser));
    }
    alternatives.sort_by_key(|one| std::cmp::Reverse((one.regret, one.turn)));
    let mut longest: Option<(BetterMove, ExplanationStep)> = None;
    for alternative in alternatives.into_iter().take(MAX_PLAYED_OUT) {
        let Some(found) = proven(replay, seat, outcome, &alternative, stop)? else { continue };
        let sentence = told(&found, &alternative.question, replay.names(), adviser);
        if is_better(&found.outcome, outcome, seat) {
            longest = Some((found, sentence));
            break;
        }
        if longest.as_ref().is_none_or(|(longest, _)| found.outcome.turns > longest.outcome.turns) {
            longest = Some((found, sentence));
        }
    }
    if let Some((found, sentence)) = longest {
        explanation.better_move = Some(found);
        explanation.links.push(sentence);
    }
    Ok(())
}

/// The answer with which a seat might have done better in the turn that is shown.
fn alternative(replay: &Replay<'_>, seat: Seat, adviser: &dyn Adviser) -> Option<Alternative> {
    let asked = replay.asked_in_turn();
    let at = asked.iter().position(|exchange| exchange.seat == seat)?;
    let Reply::Answer(given) = &asked[at].reply else { return None };
    let question = &asked[at].question;
    let weighed = adviser.weigh(question);
    // If the given answer is not among the weighed ones, it does nothing, and counts as worse than all of them.
    let worst = weighed.iter().map(|one| one.worth).min()?;
    let worth_given = weighed.iter().find(|one| one.answer == *given).map_or(worst - 1, |one| one.worth);
    let best = weighed.into_iter().rev().max_by_key(|one| one.worth)?;
    let regret = best.worth - worth_given;
    (regret > 0).then(|| Alternative {
        turn: replay.turn(),
        asked_before: replay.asked() - asked.len() + at,
        question: question.clone(),
        given: given.clone(),
        answer: best.answer,
        regret,
    })
}

/// Plays out both moves; `None` if the alternative is not better than the move that was made, or than the match itself.
fn proven(
    replay: &mut Replay<'_>,
    seat: Seat,
    played: &Outcome,
    alternative: &Alternative,
    stop: &dyn Fn() -> bool,
) -> Result<Option<BetterMove>, ExplainError> {
    let &Alternative { turn, asked_before, .. } = alternative;
    if !replay.seek_until(turn - 1, stop) {
        return Err(ExplainError::Stopped);
    }
    let Some((outcome, line)) = played_out(replay, alternative, &alternative.answer, stop)? else {
        return Ok(None);
    };
    let beats = |other: &Outcome| is_better(&outcome, other, seat) || loses_later(&outcome, other, seat);
    if !beats(played) {
        return Ok(None);
    }
    let Some((otherwise, _)) = played_out(replay, alternative, &alternative.given, stop)? else {
        return Ok(None);
    };
    let is_proven = beats(&otherwise);
    let Alternative { given, answer, .. } = alternative;
    let (given, answer) = (given.clone(), answer.clone());
    Ok(is_proven.then_some(BetterMove { turn, seat, asked_before, answer, given, outcome, otherwise, line }))
}

/// Whether a seat is beaten in both outcomes, but later in the first.
fn loses_later(one: &Outcome, other: &Outcome, seat: Seat) -> bool {
    let is_beaten = |outcome: &Outcome| outcome.winner().is_some_and(|winner| winner != seat);
    is_beaten(one) && is_beaten(other) && one.turns > other.turns
}

/// How the match ends after an answer, and the adviser's answers after it; `None` if the adviser has no answer. The replay
/// must show the turn before.
fn played_out(
    replay: &Replay<'_>,
    alternative: &Alternative,
    answer: &[u8],
    stop: &dyn Fn() -> bool,
) -> Result<Option<(Outcome, Line)>, ExplainError> {
    let (_, scene) = replay.shared();
    let players = Advised { scene, first: Some(answer.to_vec()) };
    let mut answers = replay.answers.forked(alternative.asked_before, Some(Box::new(players)));
    let mut fork = replay.snapshot_here();
    loop {
        if let Some(outcome) = fork.played().outcome() {
            let given = answers.given_from(alternative.asked_before + 1);
            let line = given.iter().filter_map(|reply| match reply {
                Reply::Answer(answer) => Some(answer.clone()),
                Reply::Fault(..) => None,
            });
            return Ok(Some((outcome.clone(), line.collect())));
        }
        if stop() {
            return Err(ExplainError::Stopped);
        }
        let next = fork.turn() + 1;
        if fork.skip(next, &mut answers).is_err() {
            return Ok(None);
        }
    }
}

/// Gives one answer, and after it those of the adviser.
struct Advised {
    scene: Arc<dyn Scene>,
    first: Option<Vec<u8>>,
}

impl AnyPlayers for Advised {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let advice = || self.scene.adviser()?.answer(question);
        let answer = self.first.take().or_else(advice);
        let cause = || format!("nobody can answer in the place of program {seat}");
        answer.map(Reply::Answer).ok_or_else(|| Void { cause: cause() })
    }
}

fn told(found: &BetterMove, question: &[u8], names: &SeatNames, adviser: &dyn Adviser) -> ExplanationStep {
    let BetterMove { turn, seat, answer, given, outcome, otherwise, .. } = found;
    let name = names.of(*seat);
    let (better, made) = (adviser.describe(question, answer), adviser.describe(question, given));
    let sentence = format!(
        "In turn {}, a better move of {name} was {}, instead of {}: with both sides then moving by {}, {name} {}; after the move \
         that it made, {name} {} (both played out).",
        grouped(*turn),
        better.words,
        made.words,
        adviser.name(),
        fate(outcome, *seat),
        fate(otherwise, *seat)
    );
    let step = ExplanationStep::new(ExplanationStepKind::BetterMove, sentence).in_turn(*turn).by(*seat);
    match better.cell {
        Some(cell) => step.on_cell(cell),
        None => step,
    }
}

/// How a seat ends, as a predicate.
fn fate(outcome: &Outcome, seat: Seat) -> String {
    let turn = grouped(outcome.turns);
    match outcome.winner() {
        Some(winner) if winner == seat => format!("wins in turn {turn}"),
        Some(_) => format!("loses in turn {turn}"),
        None => format!("draws in turn {turn}"),
    }
}
