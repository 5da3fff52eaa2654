//! What a game tells about why a match ended as it did. Viewers join it with what all games share.

use crate::{Moment, Outcome, Seat, SeatNames};

/// One step of an explanation: a sentence, and where in the match it can be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplanationStep {
    /// What it tells.
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

/// What a step of an explanation tells.
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
    /// A write whose absence changes the result: the match was played again without it.
    Cause,
    /// That no such write was found.
    NoCause,
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
    /// The text of a cell that kills who executes it.
    pub deadly: &'static str,
    /// What killed an executor, as a predicate, by the reason of its death and the text of the cell that it executed.
    pub fatal: fn(reason: &str, text: &str) -> String,
}

/// Collects what happens in a match whose programs are not on its board, and tells what decided it.
pub trait Explainer {
    /// Called after every turn, in order.
    fn note(&mut self, moment: &Moment<'_>);

    /// What happened to the program of a seat. Every sentence is a fact.
    fn tell(&self, seat: Seat, outcome: &Outcome, names: &SeatNames) -> Vec<ExplanationStep>;
}
