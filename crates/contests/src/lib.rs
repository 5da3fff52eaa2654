//! Contests of programming games: tournaments, hills, wars, searches for strong programs and comparisons of versions,
//! with their folders and files.
//!
//! This crate parses no command line and prints nothing. Its [`Client`] hears all events as one stream of [`ContestEvent`]s,
//! receives the records of matches, and can stop long operations. The command line is one such client.

#![expect(
    clippy::missing_errors_doc,
    reason = "every error is a `Failure`, whose variants say when they occur"
)]
#![expect(clippy::missing_panics_doc, reason = "what is expected cannot fail, as the words beside it say")]

pub mod behaviour;
mod client;
pub mod compare;
pub mod confined_folder;
pub mod contest;
pub mod dated;
mod draft;
mod failure;
pub mod file_name;
pub mod foreign;
pub mod hill;
pub mod internal_folder;
pub mod program_file;
pub mod programs;
pub mod recorder;
pub mod rows;
mod rules_table;
mod score;
pub mod search;
pub mod setups;
pub mod similarity;
pub mod war;
pub mod watch;

pub use client::{Client, ContestEvent, Subscriber};
pub use failure::Failure;
/// How calls of foreign code are isolated from each other.
pub use sandbox::Isolation;
pub use score::ScoreKind;
