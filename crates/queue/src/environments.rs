//! The environments that workers have.

use std::thread;
use std::time::{Duration, Instant};

use dispatch::Tools;

use crate::address::Address;
use crate::connection::runtime;
use crate::error::QueueError;
use crate::link::Link;
use crate::presence::{PRESENCE_INTERVAL, Presence, Workers};

/// The time that workers have for reporting what they have, even if one message is lost.
const ANSWER_TIME: Duration = Duration::from_secs(2 * PRESENCE_INTERVAL.as_secs() + 1);

/// How often the reports are checked.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// Returns the environments that workers have for a game. It waits until these are enough, or until all workers have had time to
/// report theirs.
///
/// # Errors
/// If the queue cannot be used.
pub fn environments(
    address: &Address,
    game: &str,
    are_enough: &dyn Fn(&[Tools]) -> bool,
) -> Result<Vec<Tools>, QueueError> {
    let runtime = runtime()?;
    let link = runtime.block_on(Link::open(address, "bout"))?;
    let workers = Workers::default();
    runtime.spawn(workers.clone().listen(link));
    Ok(wait_for_environments(are_enough, || environments_of(&workers.present(), game)))
}

/// Returns the environments of some workers for a game, without duplicates.
pub(crate) fn environments_of(workers: &[Presence], game: &str) -> Vec<Tools> {
    let mut all: Vec<Tools> =
        workers.iter().filter_map(|worker| worker.environments.get(game).cloned()).collect();
    all.sort();
    all.dedup();
    all
}

/// Asks until it has found enough environments, or workers have had time to report theirs.
pub(crate) fn wait_for_environments(
    are_enough: &dyn Fn(&[Tools]) -> bool,
    found: impl Fn() -> Vec<Tools>,
) -> Vec<Tools> {
    let end = Instant::now() + ANSWER_TIME;
    loop {
        let all = found();
        if are_enough(&all) || Instant::now() >= end {
            return all;
        }
        thread::sleep(LOOK_INTERVAL);
    }
}
