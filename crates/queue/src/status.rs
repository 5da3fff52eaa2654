//! The work waiting in a queue, and its workers.

use std::collections::BTreeMap;
use std::time::Duration;

use dispatch::Tools;
use dispatch::wire::decode_task;

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

/// The batches of a contest in one environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContestStatus {
    /// The identity of the contest.
    pub contest: String,
    /// The game; `None` if the batches cannot be read.
    pub game: Option<String>,
    /// The environment in which they must be played; empty for games without foreign code.
    pub environment: Tools,
    /// The number of batches in the queue: waiting, or being played.
    pub batches: u64,
    /// The number of workers that can play them.
    pub able_workers: usize,
}

impl ContestStatus {
    /// Returns the workers that play the game only in other environments.
    #[must_use]
    pub fn refused<'w>(&self, workers: &'w [Presence]) -> Vec<&'w Presence> {
        let has_another = |worker: &&Presence| {
            let game = self.game.as_ref();
            game.and_then(|game| worker.environments.get(game))
                .is_some_and(|tools| *tools != self.environment)
        };
        workers.iter().filter(has_another).collect()
    }
}

/// Watches a queue for as long as workers need to report their presence.
///
/// # Errors
/// If the queue cannot be used.
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
        let mut batches = BTreeMap::<_, Vec<&str>>::new();
        for subject in &subjects {
            let Some((channel, contest, _)) = parts_of_work(subject) else { continue };
            batches.entry((contest, channel)).or_default().push(subject);
        }
        let mut contests = Vec::new();
        for ((contest, channel), subjects) in batches {
            // All batches of a contest in a channel have the same game and environment.
            let one = link.waiting_batch(subjects[0]).await;
            let terms = one.and_then(|bytes| decode_task(&bytes).ok()).map(|task| task.batch.terms);
            contests.push(ContestStatus {
                contest: contest.into(),
                game: terms.as_ref().map(|terms| terms.game.clone()),
                environment: terms.map(|terms| terms.environment.clone()).unwrap_or_default(),
                batches: subjects.len() as u64,
                able_workers: workers.iter().filter(|worker| worker.serves(&channel)).count(),
            });
        }
        Ok(QueueStatus { contests, workers })
    })
}
