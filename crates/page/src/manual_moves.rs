//! Manual moves where programs cannot be asked: the record answers, except for moves that a spectator makes.

use std::collections::BTreeMap;

use game::{AnyPlayers, LoggedReply, Reply, Seat, Void};
use games::registry;
use record::Record;

/// The letters of the moves that a spectator may make in a record's game; empty if there are none.
pub(crate) fn move_letters(record: &Record) -> &'static [char] {
    moves_of(record).map_or(&[], |moves| moves.letters)
}

fn moves_of(record: &Record) -> Option<games::ManualMoves> {
    registry::by_name(&record.game)?.manual_moves()
}

/// Every seat is asked once per turn.
fn questions_per_turn(record: &Record) -> u64 {
    record.programs.len() as u64
}

/// The manual moves since a turn.
pub(crate) struct ManualMoves {
    /// The turn after which the manual moves begin.
    pub(crate) first_turn: u64,
    /// The answers, in canonical bytes, by the number of the question from the start of the match.
    moves: BTreeMap<u64, Vec<u8>>,
}

impl ManualMoves {
    pub(crate) fn starting_after(turn: u64) -> Self {
        Self { first_turn: turn, moves: BTreeMap::new() }
    }

    /// Adds moves after `turn`, and drops those of later turns.
    ///
    /// # Errors
    /// If one of them is not a valid move of this game.
    pub(crate) fn add(&mut self, record: &Record, turn: u64, moves: &[(Seat, char)]) -> Result<(), String> {
        let Some(known) = moves_of(record) else {
            return Err(format!("programs of {} cannot be moved by hand", record.game));
        };
        let is_move =
            |seat: Seat, letter: char| seat < record.programs.len() && known.letters.contains(&letter);
        if let Some((seat, letter)) = moves.iter().find(|(seat, letter)| !is_move(*seat, *letter)) {
            return Err(format!("`{letter}` is not a valid move of program {seat}"));
        }
        let first = questions_per_turn(record) * turn;
        self.moves.split_off(&first);
        for &(seat, letter) in moves {
            self.moves.insert(first + seat as u64, (known.answer)(Some(letter)));
        }
        Ok(())
    }

    /// The players of the turns after [`ManualMoves::first_turn`].
    pub(crate) fn players(&self, record: &Record) -> Box<dyn AnyPlayers> {
        let questions_per_turn = questions_per_turn(record);
        Box::new(ManualPlayers {
            moves: self.moves.clone(),
            staying: moves_of(record).map(|moves| (moves.answer)(None)),
            questions_per_turn,
            recorded: record.answers.replies.clone(),
            next: questions_per_turn * self.first_turn,
        })
    }
}

/// Answers with the spectator's moves, or else with those of the record.
struct ManualPlayers {
    moves: BTreeMap<u64, Vec<u8>>,
    /// The answer of a program that stays where it is.
    staying: Option<Vec<u8>>,
    questions_per_turn: u64,
    recorded: Vec<LoggedReply>,
    /// The number of the next question.
    next: u64,
}

impl ManualPlayers {
    /// The recorded answer to the question with this number. A recorded failure does not count, because this match went
    /// differently.
    fn recorded(&self, question: u64) -> Option<LoggedReply> {
        let reply = self.recorded.get(usize::try_from(question).ok()?)?;
        matches!(reply, Reply::Answer(_)).then(|| reply.clone())
    }

    /// Whether the spectator moves any program in the turn of this question.
    fn is_manual_turn(&self, question: u64) -> bool {
        let first = question - question % self.questions_per_turn;
        self.moves.range(first..first + self.questions_per_turn).next().is_some()
    }
}

impl AnyPlayers for ManualPlayers {
    fn ask(&mut self, seat: Seat, _: &[u8]) -> Result<Reply<Vec<u8>>, Void> {
        let question = self.next;
        let manual = self.moves.get(&question).cloned();
        let reply = manual.map(Reply::Answer).or_else(|| self.recorded(question));
        // A program without a recorded answer stays where it is while the spectator moves the other.
        let staying = || self.staying.clone().filter(|_| self.is_manual_turn(question)).map(Reply::Answer);
        let reply = reply.or_else(staying);
        let Some(reply) = reply else {
            let cause = format!("the record has no further move of program {seat}: move by hand");
            return Err(Void { cause });
        };
        self.next += 1;
        Ok(reply)
    }
}
