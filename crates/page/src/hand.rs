//! Moves by hand, where programs cannot be asked: the record answers, except for the moves that a spectator makes.

use std::collections::BTreeMap;

use game::{AnyPlayers, LoggedReply, Reply, Seat, Void};
use games::{ManualMoves, registry};
use record::Record;

/// The moves that a spectator may make in a record's game, by their letters; none where it cannot be.
pub(crate) fn letters_of(record: &Record) -> &'static [char] {
    moves_of(record).map_or(&[], |moves| moves.letters)
}

fn moves_of(record: &Record) -> Option<ManualMoves> {
    registry::by_name(&record.game)?.manual_moves()
}

/// Every seat is asked once a turn.
fn asked_a_turn(record: &Record) -> u64 {
    record.programs.len() as u64
}

/// The moves made by hand since a turn.
pub(crate) struct ByHand {
    /// The turn that the match was left after.
    pub(crate) since: u64,
    /// The answers, in canonical bytes, by the number of the question from the start of the match.
    moves: BTreeMap<u64, Vec<u8>>,
}

impl ByHand {
    pub(crate) fn since(turn: u64) -> Self {
        Self { since: turn, moves: BTreeMap::new() }
    }

    /// Makes moves after `turn`. Those that were made for later turns are taken back.
    ///
    /// # Errors
    /// If one of them is not a valid move of this game.
    pub(crate) fn make(&mut self, record: &Record, turn: u64, moves: &[(Seat, char)]) -> Result<(), String> {
        let Some(known) = moves_of(record) else {
            return Err(format!("programs of {} cannot be moved by hand", record.game));
        };
        let is_move =
            |seat: Seat, letter: char| seat < record.programs.len() && known.letters.contains(&letter);
        if let Some((seat, letter)) = moves.iter().find(|(seat, letter)| !is_move(*seat, *letter)) {
            return Err(format!("{letter} is no move of program {seat}"));
        }
        let first = asked_a_turn(record) * turn;
        self.moves.split_off(&first);
        for &(seat, letter) in moves {
            self.moves.insert(first + seat as u64, (known.answer)(Some(letter)));
        }
        Ok(())
    }

    /// Who answers from the turn on that the match was left after.
    pub(crate) fn players(&self, record: &Record) -> Box<dyn AnyPlayers> {
        let asked_a_turn = asked_a_turn(record);
        Box::new(MovedPlayers {
            moves: self.moves.clone(),
            staying: moves_of(record).map(|moves| (moves.answer)(None)),
            asked_a_turn,
            recorded: record.answers.replies.clone(),
            next: asked_a_turn * self.since,
        })
    }
}

/// Answers as the spectator or else the record says.
struct MovedPlayers {
    moves: BTreeMap<u64, Vec<u8>>,
    /// The answer of a program that stays.
    staying: Option<Vec<u8>>,
    asked_a_turn: u64,
    recorded: Vec<LoggedReply>,
    /// The number of the next question.
    next: u64,
}

impl MovedPlayers {
    /// What the program answered to the question of this number. That it failed in a match that went otherwise says
    /// nothing of this one.
    fn recorded(&self, question: u64) -> Option<LoggedReply> {
        let reply = self.recorded.get(usize::try_from(question).ok()?)?;
        matches!(reply, Reply::Answer(_)).then(|| reply.clone())
    }

    /// Whether the spectator moves somebody in the turn of this question.
    fn is_turn_by_hand(&self, question: u64) -> bool {
        let first = question - question % self.asked_a_turn;
        self.moves.range(first..first + self.asked_a_turn).next().is_some()
    }
}

impl AnyPlayers for MovedPlayers {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let question = self.next;
        let by_hand = self.moves.get(&question).cloned();
        let reply = by_hand.map(Reply::Answer).or_else(|| self.recorded(question));
        // Somebody of whom nothing is recorded stays while the other is moved.
        let staying = || self.staying.clone().filter(|_| self.is_turn_by_hand(question)).map(Reply::Answer);
        let reply = reply.or_else(staying);
        let Some(reply) = reply else {
            let cause = format!("the record has no further move of program {seat}: move by hand");
            return Err(Void { cause });
        };
        self.next += 1;
        Ok(reply)
    }
}
