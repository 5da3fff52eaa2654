//! Moves by hand, where programs cannot be asked: the record answers, but for what a spectator says.

use std::collections::BTreeMap;

use game::{AnyPlayers, LoggedReply, Reply, Seat, Void, Wire};
use games::snakes::{Answer, X};
use record::Record;

/// Whose name stands in a record of Snakes.
const SNAKES: &str = "snakes";
/// In a turn of Snakes both are asked once, X before O (S1).
const ASKED_A_TURN: u64 = 2;

/// The moves that a spectator may make in a record's game, by their letters; none where it cannot be.
pub(crate) fn moves_of(record: &Record) -> &'static [char] {
    if record.game == SNAKES { &['L', 'U', 'D', 'R'] } else { &[] }
}

/// The moves made by hand since a turn.
pub(crate) struct ByHand {
    /// The turn that the match was left after.
    pub(crate) since: u64,
    /// By the number of the question from the start of the match.
    moves: BTreeMap<u64, Answer>,
}

impl ByHand {
    pub(crate) fn since(turn: u64) -> Self {
        Self { since: turn, moves: BTreeMap::new() }
    }

    /// Makes moves after `turn`. Those that were made for later turns are taken back.
    ///
    /// # Errors
    /// If one is no move of this game.
    pub(crate) fn make(&mut self, record: &Record, turn: u64, moves: &[(Seat, char)]) -> Result<(), String> {
        let known = moves_of(record);
        if known.is_empty() {
            return Err(format!("programs of {} cannot be moved by hand", record.game));
        }
        if let Some((seat, letter)) = moves.iter().find(|(seat, letter)| *seat > 1 || !known.contains(letter))
        {
            return Err(format!("{letter} is no move of program {seat}"));
        }
        let first = ASKED_A_TURN * turn;
        self.moves.split_off(&first);
        for &(seat, letter) in moves {
            let question = first + u64::from(seat != X);
            self.moves.insert(question, Answer::from_letter(i32::try_from(u32::from(letter)).unwrap_or(0)));
        }
        Ok(())
    }

    /// Who answers from the turn on that the match was left after.
    pub(crate) fn players(&self, record: &Record) -> Box<dyn AnyPlayers> {
        let recorded = record.answers.replies.clone();
        Box::new(ManualMoves { moves: self.moves.clone(), recorded, next: ASKED_A_TURN * self.since })
    }
}

/// Answers as the spectator or else the record says.
struct ManualMoves {
    moves: BTreeMap<u64, Answer>,
    recorded: Vec<LoggedReply>,
    /// The number of the next question.
    next: u64,
}

impl ManualMoves {
    /// What the program answered to the question of this number. That it failed in a match that went otherwise says nothing of
    /// this one.
    fn recorded(&self, question: u64) -> Option<LoggedReply> {
        let reply = self.recorded.get(usize::try_from(question).ok()?)?;
        matches!(reply, Reply::Answer(_)).then(|| reply.clone())
    }

    /// Whether the spectator moves somebody in the turn of this question.
    fn is_turn_by_hand(&self, question: u64) -> bool {
        let first = question - question % ASKED_A_TURN;
        self.moves.range(first..first + ASKED_A_TURN).next().is_some()
    }
}

impl AnyPlayers for ManualMoves {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let question = self.next;
        let by_hand = self.moves.get(&question).copied();
        let reply = by_hand.map(answered).or_else(|| self.recorded(question));
        // Somebody of whom nothing is recorded stays while the other is moved.
        let reply = reply.or_else(|| self.is_turn_by_hand(question).then(|| answered(Answer::Invalid)));
        let Some(reply) = reply else {
            let cause = format!("the record has no further move of program {seat}: move by hand");
            return Err(Void { cause });
        };
        self.next += 1;
        Ok(reply)
    }
}

fn answered(answer: Answer) -> LoggedReply {
    let mut bytes = Vec::new();
    answer.encode(&mut bytes);
    Reply::Answer(bytes)
}
