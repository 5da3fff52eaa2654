//! Workers report their presence, so that people see them and coordinators know how much to publish ahead.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dispatch::Tools;
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use crate::link::Link;
use crate::subjects::{ALL_PRESENCE, Channel};

/// How often a worker reports its presence.
pub(crate) const PRESENCE_INTERVAL: Duration = Duration::from_secs(2);

/// A worker that was silent for this long is gone.
const GONE: Duration = Duration::from_secs(7);

/// A worker's report on itself. The message is JSON, so that people can read it with any tool of NATS.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Presence {
    /// Its name: the machine's name, and a part that distinguishes the worker on this machine.
    pub worker: String,
    /// Its version of bout.
    pub version: String,
    /// How many batches it plays at once.
    pub threads: usize,
    /// How many batches it is playing now.
    pub playing: usize,
    /// The names of the consumers that it pulls from.
    pub consumers: Vec<String>,
    /// The games that it can play.
    pub games: Vec<String>,
    /// The compilers and interpreters of the games that ask foreign code.
    #[serde(default)]
    pub environments: BTreeMap<String, Tools>,
    /// The number of batches that it has played.
    pub batches: u64,
    /// The number of matches that it has played.
    pub matches: u64,
    /// The number of seconds since it was started.
    pub seconds: u64,
}

/// The workers that reported recently.
#[derive(Debug, Clone, Default)]
pub(crate) struct Workers(Arc<Mutex<BTreeMap<String, (Presence, Instant)>>>);

impl Workers {
    /// Listens until the connection ends.
    pub(crate) async fn listen(self, link: Link) {
        loop {
            if let Ok(mut messages) = link.client.subscribe(ALL_PRESENCE).await {
                while let Some(message) = messages.next().await {
                    if let Ok(presence) = serde_json::from_slice::<Presence>(&message.payload) {
                        self.on_presence(presence);
                    }
                }
            }
            tokio::time::sleep(PRESENCE_INTERVAL).await;
        }
    }

    fn on_presence(&self, presence: Presence) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(presence.worker.clone(), (presence, Instant::now()));
    }

    /// Returns the workers that are there.
    pub(crate) fn present(&self) -> Vec<Presence> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, heard)| heard.elapsed() < GONE);
        known.values().map(|(presence, _)| presence.clone()).collect()
    }
}

impl Presence {
    /// Returns whether it plays batches of this channel.
    pub(crate) fn serves(&self, channel: &Channel) -> bool {
        self.consumers.contains(&channel.consumer())
    }
}
