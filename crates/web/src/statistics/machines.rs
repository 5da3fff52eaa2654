//! The machines elsewhere that play for the site, as hosts see them.

use serde::Serialize;

/// What a queue has to do, and who works.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Machines {
    /// Why the queue cannot be used at present.
    pub(crate) trouble: Option<String>,
    /// The contests that have batches in the queue.
    pub(crate) contests: Vec<RemoteContest>,
    /// The workers that are there.
    pub(crate) workers: Vec<RemoteWorker>,
}

/// The batches of a contest, of this site or of others.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RemoteContest {
    /// What identifies it in the queue.
    pub(crate) contest: String,
    /// How many batches wait or are being played.
    pub(crate) batches: u64,
    /// The game, if the batches can be read.
    pub(crate) game: Option<String>,
    /// The name of the environment that they are to be played in, if the game asks foreign code.
    pub(crate) environment: Option<String>,
    /// How many of the workers can play them.
    pub(crate) able_workers: usize,
}

/// A worker elsewhere.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RemoteWorker {
    /// Its name.
    pub(crate) name: String,
    /// Its version of bout.
    pub(crate) version: String,
    /// How many batches it plays at once, and how many now.
    pub(crate) threads: usize,
    pub(crate) playing: usize,
    /// What it has played.
    pub(crate) batches: u64,
    pub(crate) matches: u64,
    pub(crate) matches_per_second: u64,
}
