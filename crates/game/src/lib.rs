//! The vocabulary of bout and the trait that every game implements.
//!
//! A match is a pure function of its setup and of the answers that foreign code gives. Everything
//! here serves that idea: an [`Engine`] advances to a given turn, asks [`Players`] where a game
//! has questions, reports changes to an [`Observer`], and ends with an [`Outcome`].
//!
//! This crate does no I/O, reads no clock and depends on nothing else of ours.

mod any_match;
mod breeding;
mod census;
mod diagnostic;
mod digest;
mod engine;
mod explain;
mod frame;
mod info;
mod lineup;
mod observer;
mod outcome;
mod players;
mod program;
mod rng;
mod rules;
mod scene;
mod seat_names;
mod setup;
mod story;
pub mod text;

pub use any_match::{AnyMatch, play_to_end};
pub use breeding::{Breeding, changes_of_a_mutation};
pub use census::{Census, Counts};
pub use diagnostic::{
    Diagnostic, Diagnostics, Fix, LineIndex, MAX_DIAGNOSTICS, Position, Severity, Span, lines,
};
pub use digest::{Canonical, Digest};
pub use engine::{Engine, Game};
pub use explain::{
    Adviser, AnswerInWords, CodeOnBoard, Endangered, Explainer, ExplanationStep, ExplanationStepKind,
    WeighedAnswer,
};
pub use frame::{Cells, Frame, Run};
pub use info::{GameInfo, Seats};
pub use lineup::{AnyGame, AnyLineup, LineupError, Participant, seats_in_words};
pub use observer::{Event, EventKind, Observer, Unobserved};
pub use outcome::{Fault, FaultKind, Outcome, Verdict};
pub use players::{
    AnswerLog, AnyPlayers, LoggedReply, NoPlayers, Players, PlayersAdapter, RecordedAnswers, Reply, Void,
    WireFormat,
};
pub use program::{Metadata, Program, Reading};
pub use rng::{SeededRng, match_seed};
pub use rules::{Parameter, Rules, RulesError};
pub use scene::{
    Agent, Change, ChangeError, Exchange, Glyph, LineRole, MAX_LINE_CHARACTERS, Moment, Notable, NotableKind,
    NumbersOnly, Panel, PanelLine, Scene, Score, Shape,
};
pub use seat_names::{SeatNames, display_name};
pub use setup::{NamedLists, SetupError};
pub use story::{DEATH_WEIGHT, DeathsOnly, StoryKind, StoryNames, StorySentence, Storyteller};
pub use text::{is_unsafe_to_print, is_unseen};

/// The position of a program in a match, from 0.
pub type Seat = usize;
