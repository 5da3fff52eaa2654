//! The remote machines that play for the site, as hosts see them.

use serde::Serialize;

/// The contents of a queue, and its workers.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Machines {
    /// Why the queue cannot be used at present.
    pub(crate) trouble: Option<String>,
    /// The contests that have batches in the queue.
    pub(crate) contests: Vec<RemoteContest>,
    /// The connected workers.
    pub(crate) workers: Vec<RemoteWorker>,
}

/// The batches of a contest, which may belong to this site or to another.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RemoteContest {
    /// The ID of the contest in the queue.
    pub(crate) contest: String,
    /// The number of batches that wait or are being played.
    pub(crate) batches: u64,
    /// The game, if the batches can be read.
    pub(crate) game: Option<String>,
    /// The name of the required environment, if the game uses foreign code.
    pub(crate) environment: Option<String>,
    /// The number of workers that can play the batches.
    pub(crate) able_workers: usize,
}

/// A remote worker.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RemoteWorker {
    /// Its name.
    pub(crate) name: String,
    /// Its version of bout.
    pub(crate) version: String,
    /// The number of batches it can play at once, and the number it plays now.
    pub(crate) threads: usize,
    pub(crate) playing: usize,
    /// The totals that it has played.
    pub(crate) batches: u64,
    pub(crate) matches: u64,
    pub(crate) matches_per_second: u64,
}
