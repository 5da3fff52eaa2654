//! A worker's messages to others while it works, and those that it hears from them.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;

use super::Worker;
use crate::link::RETRY_WAIT;
use crate::presence::{PRESENCE_INTERVAL, Presence};
use crate::subjects::{self, Channel, parts_of_work};

/// How often the worker looks for batches that it cannot play.
const STRANGE_WORK_INTERVAL: Duration = Duration::from_secs(10);

impl Worker {
    pub(super) async fn publish_presence(self: Arc<Self>) {
        let mut is_due = tokio::time::interval(PRESENCE_INTERVAL);
        loop {
            is_due.tick().await;
            let presence = Presence {
                worker: self.name.clone(),
                version: self.options.version.clone(),
                threads: self.options.threads,
                playing: usize::try_from(self.metrics.playing.get()).unwrap_or(0),
                consumers: self.channels().iter().map(Channel::consumer).collect(),
                games: self.playable.iter().map(|playable| playable.game.info().name.into()).collect(),
                environments: self.environments(),
                batches: self.metrics.batches.get(),
                matches: self.metrics.matches.get(),
                seconds: self.started.elapsed().as_secs(),
            };
            if let Ok(json) = serde_json::to_vec(&presence) {
                // Another message follows soon.
                let _ = self.link.client.publish(subjects::presence(&self.name), json.into()).await;
            }
        }
    }

    pub(super) async fn listen_for_dismissal(self: Arc<Self>) {
        loop {
            if let Ok(mut messages) = self.link.client.subscribe(subjects::dismissal(&self.name)).await
                && let Some(message) = messages.next().await
            {
                let why = String::from_utf8_lossy(&message.payload).into_owned();
                *self.dismissed.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                return;
            }
            tokio::time::sleep(RETRY_WAIT).await;
        }
    }

    /// Tells people about batches that wait for workers of another kind.
    pub(super) async fn warn_of_unplayable_work(self: Arc<Self>) {
        let ours = self.channels();
        let version = ours.first().map(|channel| channel.version().to_owned()).unwrap_or_default();
        let mut said = HashSet::new();
        loop {
            if let Ok(subjects) = self.link.work_subjects(subjects::ALL_WORK).await {
                for subject in subjects {
                    let Some((channel, ..)) = parts_of_work(&subject) else { continue };
                    if ours.contains(&channel) || !said.insert(channel.clone()) {
                        continue;
                    }
                    let what = if channel.version() == version {
                        format!(
                            "the environment {}, which this machine does not have",
                            channel.environment_name()
                        )
                    } else {
                        format!("another version of bout than this one ({})", self.options.version)
                    };
                    self.client.note(&format!(
                        "note: the queue has batches for {what}; this worker leaves them alone"
                    ));
                }
            }
            tokio::time::sleep(STRANGE_WORK_INTERVAL).await;
        }
    }
}
