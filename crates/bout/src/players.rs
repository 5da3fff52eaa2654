//! Selects who plays the games of a contest: this machine, or workers that pull games from a queue.

use std::path::Path;
use std::sync::Arc;

use contests::Failure;
use dispatch::{Dispatcher, Local, Tools};

#[cfg(feature = "queue")]
use crate::cli::OptionalQueue;

/// The option `--queue` of a bout that cannot use one.
#[cfg(not(feature = "queue"))]
#[derive(Debug, clap::Args)]
pub(crate) struct OptionalQueue {}

#[cfg(not(feature = "queue"))]
impl OptionalQueue {
    /// Returns false, because there is no queue.
    #[expect(clippy::unused_self, reason = "the option of a bout that can use one is asked in the same way")]
    pub(crate) const fn is_given(&self) -> bool {
        false
    }
}

/// Who plays the games.
#[derive(Clone)]
pub(crate) enum Players {
    Here(Local),
    #[cfg(feature = "queue")]
    Workers(Arc<queue::Nats>),
}

impl Players {
    /// Returns who plays, according to the options. `contest` identifies the contest among those
    /// with results in `folder`.
    #[cfg(feature = "queue")]
    pub(crate) fn of(options: &OptionalQueue, folder: &Path, contest: &str) -> Result<Self, Failure> {
        let Some(address) = options.address() else { return Ok(Self::Here(Local)) };
        let contest =
            queue::contest_in(folder, contest).map_err(|error| Failure::file(folder, "find", &error))?;
        let style = queue::BatchStyle { audited_games: options.audit, time: options.batch_time() };
        let options = queue::NatsOptions { address, contest, style };
        Ok(Self::Workers(Arc::new(queue::Nats::connect(&options)?)))
    }

    /// Returns this machine, because there is no queue.
    #[cfg(not(feature = "queue"))]
    #[expect(clippy::unnecessary_wraps, reason = "it fails where there are queues")]
    pub(crate) fn of(_: &OptionalQueue, _: &Path, _: &str) -> Result<Self, Failure> {
        Ok(Self::Here(Local))
    }

    /// Returns the environments of the queue's workers for a game; none without a queue.
    #[cfg(feature = "queue")]
    pub(crate) fn environments(
        options: &OptionalQueue,
        game: &str,
        are_enough: &dyn Fn(&[Tools]) -> bool,
    ) -> Result<Vec<Tools>, Failure> {
        let Some(address) = options.address() else { return Ok(Vec::new()) };
        Ok(queue::environments(&address, game, are_enough)?)
    }

    /// Returns no environments, because there is no queue.
    #[cfg(not(feature = "queue"))]
    #[expect(clippy::unnecessary_wraps, reason = "it fails where there are queues")]
    pub(crate) fn environments(
        _: &OptionalQueue,
        _: &str,
        _: &dyn Fn(&[Tools]) -> bool,
    ) -> Result<Vec<Tools>, Failure> {
        Ok(Vec::new())
    }

    pub(crate) fn dispatcher(&self) -> &dyn Dispatcher<Failure> {
        match self {
            Self::Here(local) => local,
            #[cfg(feature = "queue")]
            Self::Workers(nats) => nats.as_ref(),
        }
    }

    /// Returns the dispatcher for callers that store it.
    pub(crate) fn shared_dispatcher(&self) -> Arc<dyn Dispatcher<Failure> + Send> {
        match self {
            Self::Here(local) => Arc::new(*local),
            #[cfg(feature = "queue")]
            Self::Workers(nats) => nats.clone(),
        }
    }

    /// Cleans up once everything is played.
    pub(crate) fn finish(&self) {
        match self {
            Self::Here(_) => {}
            #[cfg(feature = "queue")]
            Self::Workers(nats) => nats.finish(),
        }
    }
}
