//! Finds the question that a program was asked in a turn of a recorded match.

use game::{AnyGame, AnyPlayers, RecordedAnswers, Reply, Seat, Void};
use record::Record;

use crate::{Lineup, MatchError, ReplayError};

/// A question, and its answer.
#[derive(Debug, Clone)]
pub struct AskedTurn {
    /// The question; `None` if the program was not asked in this turn.
    pub question: Option<Vec<u8>>,
    /// The answer in the record, if the program did not fail.
    pub answer: Option<Vec<u8>>,
}

/// What the program at `seat` was asked in turn `turn` (the first is 1) of a record.
///
/// # Errors
/// If the record cannot be played again.
pub fn asked_turn<'g>(
    record: &Record,
    find_game: impl Fn(&str) -> Option<&'g dyn AnyGame>,
    turn: u64,
    seat: Seat,
) -> Result<AskedTurn, ReplayError> {
    let lineup = Lineup::of_record(record, find_game)?;
    let mut runner = lineup.runner();
    let mut script = RecordedAnswers::new(&record.answers);
    runner.begin(&record.setup)?;
    runner.advance(turn.saturating_sub(1), &mut script)?;
    let turn_before = runner.frame().turn;
    let mut listener = Listener { script, seat, question: None, answer: None };
    if turn > 0 && turn_before == turn - 1 {
        runner.advance(turn, &mut listener)?;
    }
    Ok(AskedTurn { question: listener.question, answer: listener.answer })
}

/// Plays a record's answers back, and keeps what one seat is asked.
struct Listener<'a> {
    script: RecordedAnswers<'a>,
    seat: Seat,
    question: Option<Vec<u8>>,
    answer: Option<Vec<u8>>,
}

impl AnyPlayers for Listener<'_> {
    fn ask(&mut self, seat: Seat, question: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let reply = self.script.ask(seat, question)?;
        if seat == self.seat {
            self.question = Some(question.to_vec());
            self.answer = match &reply {
                Reply::Answer(answer) => Some(answer.clone()),
                Reply::Fault(..) => None,
            };
        }
        Ok(reply)
    }
}

impl From<Void> for ReplayError {
    fn from(void: Void) -> Self {
        Self::Match(MatchError::Void(void))
    }
}

impl From<game::SetupError> for ReplayError {
    fn from(error: game::SetupError) -> Self {
        Self::Match(MatchError::Setup(error))
    }
}
