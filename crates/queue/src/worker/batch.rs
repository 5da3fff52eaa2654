//! Handles one batch: from the message that brings it to the report.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::{AckKind, Message};
use dispatch::wire::{Report, Task, decode_task, encode_report};
use dispatch::{Batch, BatchError, BatchResult, run_batch};
use game::{Digest, Participant};
use games::registry;

use super::playable::Playable;
use super::{Worker, give_back};
use crate::link::{STILL_PLAYING, TransientError};
use crate::programs::NoProgram;
use crate::subjects::{self, LONG_REPORTS, parts_of_work};

/// After this time, a worker reports what it has played of a batch.
const BATCH_TIME: Duration = Duration::from_secs(10);

/// A batch with more deliveries than this has probably crashed the workers that played it.
const MOST_DELIVERIES: i64 = 10;

/// The first byte of a message that contains only the name of an object with the report. No version of reports starts with it.
pub(crate) const LONG_REPORT_MARK: u8 = 0xff;

/// The bytes that the subject, the headers and the protocol use of the largest message.
const MESSAGE_OVERHEAD_BYTES: usize = 4096;

impl Worker {
    /// Plays a batch, publishes its report, and acknowledges the batch.
    pub(super) async fn handle(self: &Arc<Self>, message: Message) {
        let Some((_, contest, id)) = parts_of_work(&message.subject) else {
            return self.refuse(&message, "its subject is none of bout").await;
        };
        let Task { batch, sources } = match decode_task(&message.payload) {
            Ok(task) if task.batch.id().to_string() == id => task,
            Ok(_) => return self.refuse(&message, "it is not the batch that its subject names").await,
            Err(error) => return self.refuse(&message, &error.to_string()).await,
        };
        let subject = subjects::report(contest, id);
        let Some(outcome) = self.outcome(&message, &batch, &sources).await else {
            return give_back(&message).await;
        };
        match &outcome {
            Ok(result) => {
                let matches: usize = result.parts.iter().map(|part| part.games().count()).sum();
                self.metrics.matches.inc_by(matches as u64);
                self.metrics.batches.inc();
            }
            Err(_) => self.metrics.failures.inc(),
        }
        let report = Report { worker: self.name.clone(), batch, outcome };
        if self.publish(&subject, id, encode_report(&report), &message).await {
            // An unacknowledged batch comes again, and its second report changes nothing.
            let _ = message.double_ack().await;
        }
    }

    /// Returns the results of a batch, or the reason why there are none. `None` means that the batch is given back.
    async fn outcome(
        self: &Arc<Self>,
        message: &Message,
        batch: &Batch,
        sources: &[Vec<u8>],
    ) -> Option<Result<BatchResult, String>> {
        let delivered = message.info().map_or(1, |info| info.delivered);
        if delivered > MOST_DELIVERIES {
            let why = "workers began it, and none has reported: they ended, or could not get its programs";
            return Some(Err(format!("{MOST_DELIVERIES} {why}")));
        }
        let (wanted, ours) = (&batch.terms.engine_version, &self.options.version);
        if wanted != ours {
            return Some(Err(format!("it is for bout {wanted}, but this worker is bout {ours}")));
        }
        let at = self.playable.iter().position(|playable| playable.game.info().name == batch.terms.game);
        let Some(at) = at else {
            return Some(Err(format!("this machine cannot play {}", batch.terms.game)));
        };
        if self.playable[at].foreign.environment != batch.terms.environment {
            return Some(Err("it is for another environment than this machine's".into()));
        }
        let own = match self.programs.fetch(&self.link, batch, sources, self.playable[at].game).await {
            Ok(own) => own,
            // The server may be away. The batch comes again until it has had too many deliveries.
            Err(NoProgram::TransientError(trouble)) => {
                self.wait_for_server(&trouble).await;
                return None;
            }
            Err(NoProgram::Wrong(id)) => {
                return Some(Err(format!("what the queue has as the program {id} is not this program")));
            }
        };
        let (worker, batch) = (Arc::clone(self), batch.clone());
        let playing = tokio::task::spawn_blocking(move || worker.play(at, &batch, &own));
        tokio::pin!(playing);
        let mut is_due = tokio::time::interval(STILL_PLAYING);
        loop {
            tokio::select! {
                played = &mut playing => {
                    return match played {
                        Ok(Ok(result)) => Some(Ok(result)),
                        Ok(Err(BatchError::Stopped)) => None,
                        Ok(Err(error)) => Some(Err(error.to_string())),
                        Err(panic) => Some(Err(format!("bout failed: {panic}"))),
                    };
                }
                _ = is_due.tick() => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Plays a batch. `own` are the programs that came with it.
    fn play(
        &self,
        at: usize,
        batch: &Batch,
        own: &HashMap<Digest, Participant>,
    ) -> Result<BatchResult, BatchError> {
        let Playable { game, foreign, .. } = &self.playable[at];
        let game = registry::by_name(game.info().name).expect("it came from the registry");
        let program = |id| own.get(&id).cloned().or_else(|| self.programs.get(id));
        let stop = || self.should_stop();
        run_batch(batch, game, &program, foreign.factory.as_ref(), BATCH_TIME, &stop)
    }

    /// Publishes a report until the server has it. Returns false if the worker has to stop before that.
    async fn publish(&self, subject: &str, id: &str, report: Vec<u8>, message: &Message) -> bool {
        let most = self.link.client.max_payload().saturating_sub(MESSAGE_OVERHEAD_BYTES);
        loop {
            let published = if report.len() > most {
                self.publish_long(subject, id, &report).await
            } else {
                self.link.publish(subject.to_owned(), report.clone()).await
            };
            match published {
                Ok(()) => return true,
                Err(trouble) => self.wait_for_server(&trouble).await,
            }
            if self.should_stop() {
                return false;
            }
            let _ = message.ack_with(AckKind::Progress).await;
        }
    }

    async fn publish_long(&self, subject: &str, id: &str, report: &[u8]) -> Result<(), TransientError> {
        let name = format!("{id}-{}", self.name);
        self.link.put(LONG_REPORTS, &name, report).await?;
        let payload = [&[LONG_REPORT_MARK], name.as_bytes()].concat();
        self.link.publish(subject.to_owned(), payload).await
    }

    /// Sets aside a message that is not a batch.
    async fn refuse(&self, message: &Message, why: &str) {
        self.client.note(&format!("warning: {}: a message of the queue is refused: {why}", message.subject));
        let _ = message.ack_with(AckKind::Term).await;
    }
}
