//! A hill: a folder in which the best programs stay and a good challenger replaces the worst one.
//!
//! ```text
//! hill.toml                the settings: edited by hand
//! programs/                the programs on the hill: edited by hand or by `bout hill`
//! fallen/                  the programs that were pushed off
//! results/standings.json   the table after the last challenge, with the programs' ages
//! results/before-renewal-1.json  the table before the first renewal
//! results/history.jsonl    all challenges, one per line, with all ratings at that time
//! .bout/                   data that can be computed again: pair results, records (not for git)
//! ```

mod accepted;
mod batch;
mod challenge;
mod change;
mod config;
mod folder;
pub mod history;
mod history_index;
mod history_tail;
mod rated;
mod remove;
mod rename;
mod renewal;
mod residents;
mod retire;
mod state;
mod upgrade;
mod worst;

use crate::file_name::FileName;

pub use batch::Batch;
pub use challenge::{ChallengeResult, Challenged, Challenger, Purpose};
pub use change::HillChange;
pub use config::{CONFIG_FILE, Config, Renew, Tie, template};
pub use folder::Folder;
pub use history_index::{HistoryIndex, RECENT};
pub use rated::{RatedHill, number_of};
pub use renewal::{Renewal, RenewalStep, Renewed};
pub use residents::{HillTable, Residents, UnableResident};
pub use state::{Challenge, HillRank, PastRating, State};
pub use upgrade::UpgradePreview;
pub use worst::WorstOpponent;

/// The folder of the programs on the hill.
pub const PROGRAMS: FileName = FileName::own("programs");
/// The folder of the programs that were pushed off.
pub const FALLEN: FileName = FileName::own("fallen");
/// The folder of standings and history.
const RESULTS: FileName = FileName::own("results");
/// The file in `results` that holds the table.
const STANDINGS_FILE: FileName = FileName::own("standings.json");
