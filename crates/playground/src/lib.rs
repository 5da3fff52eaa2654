//! The playground: the work that its page has the engines do while somebody writes a program.
//!
//! The page plays in a worker, which does one small step of work after the other, so that a new text never waits for an old
//! one: [`Duel::work`] plays some turns, [`Exact::work`] counts a part of all setups. Equal steps give equal results in the
//! page and natively, and these are the results of `bout play`, `bout check` and `bout exact`.

mod catalogue;
mod diagnosis;
mod duel;
mod exact;
mod fight;
mod lesson;
mod markdown;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use catalogue::{catalogue, course, own_lesson};
pub use diagnosis::{diagnose, format};
pub use duel::{Duel, Score};
pub use exact::Exact;
pub use fight::{Fight, FightError};
pub use lesson::{LessonCheck, record_of_fight};
pub use markdown::html;
