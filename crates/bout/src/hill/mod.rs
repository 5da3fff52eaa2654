//! A hill: a folder in which the best programs stay and a challenger pushes the worst one off.
//!
//! ```text
//! hill.toml                what the hill is: edited by hand
//! programs/                who is on it: edited by hand or by `bout hill`
//! fallen/                  who was pushed off
//! results/standings.json   the table after the last challenge, with everybody's age
//! results/history.jsonl    every challenge, a line each, with everybody's rating then
//! .bout/                   what can be worked out again: pair results, records (not for git)
//! ```

mod batch;
mod change;
mod config;
mod folder;
pub(crate) mod history;
mod state;

use crate::file_name::FileName;

pub(crate) use batch::Batch;
pub(crate) use change::Change;
pub(crate) use config::{CONFIG_FILE, Config, Tie, template};
pub(crate) use folder::Folder;
pub(crate) use state::{Challenge, Place, RatingThen, State};

/// Who is on it.
pub(crate) const PROGRAMS: FileName = FileName::own("programs");
/// Who was pushed off.
pub(crate) const FALLEN: FileName = FileName::own("fallen");
/// Standings and history.
const RESULTS: FileName = FileName::own("results");
/// The table, in `results`.
const STANDINGS_FILE: FileName = FileName::own("standings.json");
