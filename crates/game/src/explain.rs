//! What a game says about why a match ended as it did. Viewers combine it with the explanations that all games share.

use crate::{Moment, Outcome, Seat, SeatNames};

/// One step of an explanation: a sentence, and the place in the match where it can be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplanationStep {
    /// What kind of step it is.
    pub kind: ExplanationStepKind,
    /// A whole sentence in English, with the names of the programs.
    pub sentence: String,
    /// The turn that it is about.
    pub turn: Option<u64>,
    /// The cell that it is about.
    pub cell: Option<usize>,
    /// Who did it.
    pub seat: Option<Seat>,
}

/// The kinds of steps of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExplanationStepKind {
    /// How the match ended.
    End,
    /// What a program executed when it died.
    Fatal,
    /// Who wrote the fatal cell last.
    Writer,
    /// Where a program left its own code for the last time.
    Left,
    /// A write into code on the way to the end.
    Damage,
    /// What a program kept doing until a write.
    Loop,
    /// A write without which the result changes: the match was played again without it.
    Cause,
    /// No such write was found.
    NoCause,
    /// A move that would have been better: the match was played again from there.
    BetterMove,
    /// Anything else that happened.
    Fact,
}

impl ExplanationStepKind {
    /// The word for it in outputs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::End => "end",
            Self::Fatal => "fatal",
            Self::Writer => "writer",
            Self::Left => "left",
            Self::Damage => "damage",
            Self::Loop => "loop",
            Self::Cause => "cause",
            Self::NoCause => "no-cause",
            Self::BetterMove => "better-move",
            Self::Fact => "fact",
        }
    }
}

impl ExplanationStep {
    /// A sentence about the match as a whole.
    #[must_use]
    pub fn new(kind: ExplanationStepKind, sentence: impl Into<String>) -> Self {
        Self { kind, sentence: sentence.into(), turn: None, cell: None, seat: None }
    }

    /// The sentence is about this turn.
    #[must_use]
    pub fn in_turn(self, turn: u64) -> Self {
        Self { turn: Some(turn), ..self }
    }

    /// The sentence is about this cell.
    #[must_use]
    pub fn on_cell(self, cell: usize) -> Self {
        Self { cell: Some(cell), ..self }
    }

    /// The sentence is about what this seat did.
    #[must_use]
    pub fn by(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }
}

/// A game whose programs are code on the board: each executes cells, and can write into those of others.
#[derive(Debug, Clone, Copy)]
pub struct CodeOnBoard {
    /// The role of the agent that executes cells ([`crate::Agent::role`]).
    pub role: &'static str,
    /// What executes, if not the program itself: `commander`.
    pub executor: Option<&'static str>,
    /// What writes, if not the program itself: `robot`.
    pub writer: Option<&'static str>,
    /// What a cell is called.
    pub cell: &'static str,
    /// The text of a cell that kills the agent that executes it.
    pub deadly: &'static str,
    /// What killed an executor, as a predicate. It depends on the reason of the death and on the text of the cell that
    /// the executor executed.
    pub fatal: fn(reason: &str, text: &str) -> String,
    /// What the writes of others endanger. The nearer they come to it, the farther behind a program is.
    pub endangered: Endangered,
    /// That distance in words, in the plural: `cells between the code and the nearest write of others`.
    pub distance: &'static str,
}

/// What the writes of others endanger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endangered {
    /// Where the executor stands.
    Executor,
    /// The cells in which the program stood before the first turn.
    Code,
}

/// Collects the events of a match whose programs are not on its board, and tells what decided it.
pub trait Explainer {
    /// Called after every turn, in order.
    fn note(&mut self, moment: &Moment<'_>);

    /// What happened to the program of a seat. Every sentence is a fact.
    fn tell(&self, seat: Seat, outcome: &Outcome, names: &SeatNames) -> Vec<ExplanationStep>;

    /// The turns in which a beaten program may have made the decisive move. An [`Adviser`] looks at each of them.
    fn turns_to_review(&self, _seat: Seat, _outcome: &Outcome) -> Vec<u64> {
        Vec::new()
    }
}

/// Answers questions in place of the programs, from the question alone. With it, a match can be played on when nobody
/// knows what the programs would answer.
pub trait Adviser: Send + Sync {
    /// Its name as used in the middle of a sentence: `the search of the example minimax`.
    fn name(&self) -> &'static str;

    /// The answers that affect the match, and how much each is worth to the program that is asked: more is better. The
    /// numbers of one question can be compared with each other, and with those of other questions of the same game.
    fn weigh(&self, question: &[u8]) -> Vec<WeighedAnswer>;

    /// Returns its own answer. `None` if it cannot read the question.
    fn answer(&self, question: &[u8]) -> Option<Vec<u8>>;

    /// What an answer to a question does.
    fn describe(&self, question: &[u8], answer: &[u8]) -> AnswerInWords;
}

/// An answer, and how much it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeighedAnswer {
    /// The answer in canonical bytes.
    pub answer: Vec<u8>,
    /// How much it is worth to the program that gives it.
    pub worth: i64,
}

/// What an answer does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerInWords {
    /// A few words: `up`.
    pub words: String,
    /// The cell that it leads to, if it leads anywhere.
    pub cell: Option<usize>,
}
