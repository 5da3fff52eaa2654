//! The arguments of commands that check kept results, or move them.

use std::path::PathBuf;

use clap::Args;
use game::Digest;

use super::{OptionalQueue, OutputOption, ThreadsOption};

#[derive(Debug, Args)]
pub(crate) struct RejudgeArgs {
    /// The contest.lock of a tournament, or its folder; contest.db, or the results.jsonl that a site publishes, must be in
    /// the same folder
    #[arg(value_name = "LOCK")]
    pub(crate) lock: PathBuf,

    /// Also check, by the reveal.json beside the lock, that a final on a site is the one that was announced with this hash
    #[arg(long, value_name = "HASH", value_parser = commitment)]
    pub(crate) commitment: Option<Digest>,

    /// Only the games of this program, named by its file; given twice, only those between the two
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) of: Vec<String>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) queue: OptionalQueue,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

/// Parses the hash with which a final was announced.
fn commitment(text: &str) -> Result<Digest, String> {
    Digest::from_hex(text)
        .ok_or_else(|| "must have 64 hexadecimal digits, as on the page of the contest".into())
}

impl RejudgeArgs {
    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The database: the contest.db of a tournament, or of a hill
    #[arg(value_name = "DB")]
    pub(crate) database: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A file of JSON lines written by `bout export`, or `-`
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The database to import into; created if it does not exist
    #[arg(long = "into", value_name = "DB", default_value = "contest.db")]
    pub(crate) database: PathBuf,
}
