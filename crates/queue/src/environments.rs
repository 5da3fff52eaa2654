//! The environments that workers have.

use std::thread;
use std::time::{Duration, Instant};

use dispatch::Tools;

use crate::address::Address;
use crate::connection::runtime;
use crate::error::QueueError;
use crate::link::Link;
use crate::presence::{PRESENCE_INTERVAL, Presence, Workers};

/// How long workers have to say what they have: one message may be lost.
const ANSWER_TIME: Duration = Duration::from_secs(2 * PRESENCE_INTERVAL.as_secs() + 1);

/// How often one looks what they have said.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// Returns the environments that workers have for a game. It waits until these are enough, or until all workers had time to
/// say what they have.
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

/// The environments of some workers for a game, each once.
pub(crate) fn environments_of(workers: &[Presence], game: &str) -> Vec<Tools> {
    let mut all: Vec<Tools> =
        workers.iter().filter_map(|worker| worker.environments.get(game).cloned()).collect();
    all.sort();
    all.dedup();
    all
}

/// Asks until what is found is enough, or workers had time to say what they have.
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
