//! Lessons in writing programs: their texts, and the checks of the programs that learners write.
//!
//! A lesson is a file (`lessons/GAME/NN-name.toml`), which [`Lesson::parse`] reads; the manual's page on lessons
//! (`crates/bout/manual/lessons.md`) describes its format. [`Checking`] plays a learner's program as the checks of a lesson
//! require. It works in steps, so that a page stays responsive. It does no I/O and reads no clock, so a browser and a command
//! reach the same verdict.

mod checking;
mod embedded;
mod fight;
mod foreign;
mod format;
mod lesson;
mod match_up;
mod player;
mod sentences;
mod tally;
mod verdict;

pub use checking::{Checking, CheckingError};
pub use embedded::{example, examples, files, lessons};
pub use fight::{Fight, FightProgram};
pub use foreign::ForeignCode;
pub use format::LessonError;
pub use lesson::{
    Check, CheckKind, Exact, Expected, Lesson, Limits, MatchUp, OpponentProgram, Pairing, SingleMatch,
    Static, WantedResult, WrongAnswer,
};
pub use verdict::{Finding, Progress, Verdict};
