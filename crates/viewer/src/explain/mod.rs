//! Why a match ended as it did: a chain of sentences from its end back to a root.
//!
//! Facts are read from the match. A cause is stated only if the match was played again without one write, and the program that
//! lost did better then. All limits count turns and forks, never time, so the answer is the same on every machine.

mod better_move;
mod chain;
mod counterfactual;
mod laps;
mod miss;
mod trail;
mod wording;

use game::text::grouped;
use game::{ExplanationStep, ExplanationStepKind, Outcome, Seat, Verdict};

use crate::lead::{LeadCurve, LeadSearch};
use crate::{End, Replay};

pub use better_move::{BetterMove, MAX_PLAYED_OUT};
pub use counterfactual::{Counterfactual, MAX_FORK_TURNS, MAX_FORKS, Write};
pub use laps::MAX_LAPS;
pub use miss::MAX_WATCHED_TURNS;
pub use trail::MAX_TRAIL_TURNS;

/// Why the program of a seat did not win, as far as that can be found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The seat that is explained.
    pub seat: Seat,
    /// The sentences, from the end of the match back.
    pub links: Vec<ExplanationStep>,
    /// The earliest write found whose absence makes this seat do better.
    pub cause: Option<Counterfactual>,
    /// How many writes were left out to find it, each in a fork played to its end.
    pub forks: usize,
    /// A move with which this seat does better, in games where an adviser can move in the place of programs.
    pub better_move: Option<BetterMove>,
    /// Who was ahead when.
    pub ahead: Option<LeadCurve>,
}

/// Why a match cannot be explained.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExplainError {
    /// There is no such seat.
    #[error("there is no player {seat}: they are 0 to {last}")]
    Seat {
        /// Which one was asked for.
        seat: Seat,
        /// The last one.
        last: Seat,
    },
    /// It was told to stop.
    #[error("the explanation was not finished")]
    Stopped,
}

/// Explains the match of a replay for a seat; without one, for the best program that did not win. Afterwards the replay shows
/// the turn that it showed before. `stop` is called every few thousand turns.
///
/// # Errors
/// If there is no such seat, or `stop` returned true.
pub fn explain(
    replay: &mut Replay<'_>,
    seat: Option<Seat>,
    stop: &dyn Fn() -> bool,
) -> Result<Explanation, ExplainError> {
    let last = replay.lineup().programs().len().saturating_sub(1);
    if let Some(seat) = seat.filter(|seat| *seat > last) {
        return Err(ExplainError::Seat { seat, last });
    }
    let shown = replay.turn();
    let explained = whole(replay, seat, stop);
    // The replay returns to the shown turn even after a stop, since the viewer still shows that turn.
    replay.seek(shown);
    if stop() { Err(ExplainError::Stopped) } else { explained }
}

fn whole(
    replay: &mut Replay<'_>,
    seat: Option<Seat>,
    stop: &dyn Fn() -> bool,
) -> Result<Explanation, ExplainError> {
    if !replay.survey(u64::MAX, stop) {
        return Err(ExplainError::Stopped);
    }
    let outcome = match replay.end() {
        Some(End::Outcome(outcome)) => outcome.clone(),
        Some(End::CutOff { turn, cause }) => {
            let sentence = format!("The match cannot be played past turn {}: {cause}.", grouped(*turn));
            let links = vec![ExplanationStep::new(ExplanationStepKind::End, sentence).in_turn(*turn)];
            return Ok(Explanation {
                seat: seat.unwrap_or(0),
                links,
                cause: None,
                forks: 0,
                better_move: None,
                ahead: None,
            });
        }
        None => return Err(ExplainError::Stopped),
    };
    let seat = seat.unwrap_or_else(|| beaten_last(&outcome));
    let mut explanation = Explanation {
        seat,
        links: vec![end_of(replay, &outcome)],
        cause: None,
        forks: 0,
        better_move: None,
        ahead: LeadSearch::new(replay).and_then(|search| search.finish(replay, stop)),
    };
    if outcome.winner() == Some(seat) {
        let sentence = format!("{} won, so there is no loss to explain.", replay.names().of(seat));
        explanation.links.push(ExplanationStep::new(ExplanationStepKind::Fact, sentence).by(seat));
        return Ok(explanation);
    }
    let (_, scene) = replay.shared();
    if let Some(code) = scene.code_on_board() {
        chain::add(&mut explanation, replay, &outcome, code, stop)?;
        explanation.links.extend(miss::nearest(replay, seat, &outcome, code, stop));
        explanation.links.extend(laps::told(replay, seat, &outcome, code, stop));
    }
    if let Some(mut explainer) = scene.explainer() {
        for turn in replay.first_turn() + 1..=outcome.turns {
            if !replay.seek_until(turn, stop) {
                return Err(ExplainError::Stopped);
            }
            let frame = replay.frame();
            explainer.note(&replay.moment(&frame));
        }
        explanation.links.extend(explainer.tell(seat, &outcome, replay.names()));
        let turns = explainer.turns_to_review(seat, &outcome);
        better_move::add(&mut explanation, replay, &outcome, &turns, stop)?;
    }
    Ok(explanation)
}

/// The best of those who did not win; the first seat, if all share the first place.
fn beaten_last(outcome: &Outcome) -> Seat {
    let beaten = outcome.places.iter().enumerate().filter(|(_, place)| **place > 1);
    beaten.min_by_key(|(_, place)| **place).map_or(0, |(seat, _)| seat)
}

fn end_of(replay: &Replay<'_>, outcome: &Outcome) -> ExplanationStep {
    let names = replay.names();
    let turn = grouped(outcome.turns);
    let reason = replay.lineup().game().why_in_words(outcome, names);
    let link = match &outcome.verdict {
        Verdict::Win { winner } => {
            let sentence = format!("{} won in turn {turn}: {reason}.", names.of(*winner));
            ExplanationStep::new(ExplanationStepKind::End, sentence).by(*winner)
        }
        Verdict::Draw { tied } if tied.len() == outcome.places.len() => {
            ExplanationStep::new(ExplanationStepKind::End, format!("Nobody won in {turn} turns: {reason}."))
        }
        Verdict::Draw { tied } => {
            let sentence =
                format!("{} programs share the first place after {turn} turns: {reason}.", tied.len());
            ExplanationStep::new(ExplanationStepKind::End, sentence)
        }
    };
    link.in_turn(outcome.turns)
}
