//! What a queue has to do, and who works.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::connection::runtime;
use crate::link::Link;
use crate::presence::{PRESENCE_INTERVAL, Presence, Workers};
use crate::subjects::{ALL_WORK, parts_of_work};
use crate::{Address, QueueError};

/// The state of a queue.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueStatus {
    /// The contests that have batches in the queue.
    pub contests: Vec<ContestStatus>,
    /// The workers that are there.
    pub workers: Vec<Presence>,
}

/// The batches of a contest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestStatus {
    /// What identifies the contest.
    pub contest: String,
    /// How many batches are in the queue: waiting, or being played.
    pub batches: u64,
    /// How many of the workers can play them.
    pub able_workers: usize,
}

/// Looks at a queue for as long as workers need to say that they are there.
///
/// # Errors
/// If it cannot be used.
pub fn status(address: &Address) -> Result<QueueStatus, QueueError> {
    let runtime = runtime()?;
    runtime.block_on(async {
        let link = Link::open(address, "bout queue status").await?;
        let workers = Workers::default();
        let listening = tokio::spawn(workers.clone().listen(link.clone()));
        tokio::time::sleep(PRESENCE_INTERVAL + Duration::from_millis(500)).await;
        listening.abort();
        let workers = workers.present();
        let subjects = link.work_subjects(ALL_WORK).await;
        let subjects = subjects.map_err(|trouble| address.unreachable(&trouble.to_string()))?;
        let mut contests = BTreeMap::new();
        for subject in &subjects {
            let Some((channel, contest, _)) = parts_of_work(subject) else { continue };
            let able_workers = workers.iter().filter(|worker| worker.serves(&channel)).count();
            let new = || ContestStatus { contest: contest.into(), batches: 0, able_workers };
            contests.entry((contest, channel)).or_insert_with(new).batches += 1;
        }
        Ok(QueueStatus { contests: contests.into_values().collect(), workers })
    })
}
