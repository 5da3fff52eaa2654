//! A war: a match of `PerlWar`, kept in a folder, to which players add snippets while it lasts.
//!
//! ```text
//! war.toml            parameters and seed: fixed when the first round is played
//! players/NAME.pl     the program file of a player: each submitted snippet is a section of it
//! rounds.jsonl        one line per round: what entered, perl's answers, and the Array's state hash
//! war.bout            the record of the whole match, written when it is over
//! .bout/              the lock (not for git)
//! ```
//! Nothing else is stored: the state of a war is computed by playing it from the start with the stored answers. Every
//! command writes one file atomically (or one line, which does not count if incomplete). So a command that is killed
//! leaves the war either as it was before or as it is after the command.
//! Seats follow the names of the players' files, so that `bout play` on `players/` plays the same match and nothing
//! depends on the order of submission.

mod config;
mod folder;
mod names;
mod narration;
mod players;
mod rounds;
mod state;
mod submission;

pub use config::{CONFIG_FILE, Config};
pub use folder::{FinishedWar, Folder};
pub use names::{check_name, same_in_other_case};
pub use players::WarPlayer;
pub use state::{RoundPlayer, WarState};
pub use submission::{EnteringSnippet, Submission, SubmissionError};
