//! The vocabulary of bout and the trait that every game implements.
//!
//! A match is a pure function of its setup and of the answers that foreign code gives. Everything here serves that
//! idea: an [`Engine`] advances to a given turn, asks [`Players`] where a game has questions, reports changes to an
//! [`Observer`], and ends with an [`Outcome`]. This crate does no I/O, reads no clock, and depends on no other crate of
//! ours.
//!
//! # How the types fit
//!
//! - [`Game`] is the trait that a game implements, with types of its own. [`AnyGame`] is the same game without its
//!   types. Hosts use it, and get it from the registry of the crate `games`.
//! - [`AnyGame::read`] turns a source into a [`Participant`], or into [`Diagnostics`] that say where it is wrong.
//! - [`AnyGame::lineup`] joins programs and [`Rules`] into an [`AnyLineup`]: everything about a match except its setup.
//!   A setup is drawn by a [`SeededRng`], or given as [`NamedLists`].
//! - [`AnyMatch`] is one match. It can be advanced, looked at ([`Frame`]), copied and changed.
//! - [`Breeding`] makes programs from programs. [`Census`] counts every setup of a pair.
//!
//! The crate `referee` plays whole matches, records them, and plays records again. `tournament` says who meets whom and
//! who is best. `jobs` uses all processors. The manual's page `library` has ten tasks with their code.
//!
//! # Stability
//!
//! Before version 1.0, items may change from one minor version to the next. Outcomes do not change without a new
//! version of the rules ([`GameInfo::rules_version`]): the same programs, parameters and setup have the same outcome
//! and the same [`Digest`].
//!
//! # Check a program
//!
//! Reading a source finds its errors with their places, and fixes that an editor can apply. A legal program has a
//! canonical form.
//!
//! ```
//! use game::{AnyGame, LineIndex};
//! use games::crash::Crash;
//!
//! let source = b"store [a]+4 a\nwrit crash [a]\n";
//! let reading = Crash.read(source);
//! let error = reading.diagnostics.iter().next().expect("`writ` is not a word of Crash");
//! let span = error.span.expect("it is about a word");
//! let place = LineIndex::new(source).position(span.start);
//! assert_eq!((error.code, place.line, place.column), ("C8", 2, 1));
//!
//! let fix = &error.fixes[0];
//! let mut fixed = source.to_vec();
//! fixed.splice(fix.span.start..fix.span.end, fix.replacement.bytes());
//! let program = Crash.read(&fixed).into_program()?;
//! assert_eq!(&*program.canonical, "store [a]+4 a\nwrite crash [a]\n");
//! # Ok::<(), String>(())
//! ```
//!
//! # Play a match step by step
//!
//! A match can stop after any turn. Its frame has the registers of every seat, and the board.
//!
//! ```
//! use game::{AnyGame, NoPlayers, Rules, SeededRng};
//! use games::crash::Crash;
//!
//! let sources = ["write crash [i]+100\nstore [i]-2 i", "noop\nstore [i]-2 i"];
//! let programs = sources.map(|source| Crash.read(source.as_bytes()).into_program());
//! let programs = programs.into_iter().collect::<Result<Vec<_>, _>>()?;
//! let lineup = Crash.lineup(&programs, &Rules::new())?;
//! let setup = lineup.draw_setup(SeededRng::for_setup(1));
//!
//! let mut played = lineup.new_match();
//! played.begin(&setup)?;
//! let start = played.frame().register("i").to_vec();
//! assert_eq!(setup.get("start"), Some(&start[..]));
//! for turn in 1..=3 {
//!     played.advance(turn, &mut NoPlayers)?;
//!     let frame = played.frame();
//!     let [first, _] = frame.register("i") else { unreachable!("two programs play") };
//!     let cell = usize::try_from(*first)?;
//!     println!("turn {}: program 0 is at {cell}, which holds {:?}", frame.turn, frame.cell(cell));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
