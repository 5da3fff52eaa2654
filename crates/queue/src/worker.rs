//! A worker: pulls batches, plays them, and reports.

mod batch;
mod contact;
mod playable;

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use contests::Client;
use futures_util::StreamExt;
use tokio::sync::Semaphore;

use crate::connection::runtime;
use crate::link::{Link, PULL_TIME, RETRY_WAIT, STILL_PLAYING, TransientError};
use crate::metrics::{self, Metrics};
use crate::programs::Programs;
use crate::subjects::{Channel, token};
use crate::{Address, QueueError};
use playable::{Playable, playable};

pub(crate) use batch::LONG_REPORT_MARK;

/// The options of a worker.
#[derive(Debug, Clone)]
pub struct WorkerOptions {
    /// The address of the queue.
    pub address: Address,
    /// The name of the machine.
    pub machine: String,
    /// How many batches are played at once.
    pub threads: usize,
    /// The version of bout that it reports.
    pub version: String,
    /// The address on which Prometheus can get its counters.
    pub metrics: Option<SocketAddr>,
}

/// A worker.
struct Worker {
    link: Link,
    name: String,
    options: WorkerOptions,
    playable: Vec<Playable>,
    programs: Programs,
    client: Client,
    threads: Semaphore,
    metrics: Arc<Metrics>,
    started: Instant,
    /// The reason why a contest no longer trusts this worker.
    dismissed: Mutex<Option<String>>,
    /// Whether people know that the queue does not answer.
    has_trouble: AtomicBool,
}

/// Works until the client wants to stop.
///
/// # Errors
/// If the queue cannot be used, or a contest dismisses this worker.
pub fn work(options: &WorkerOptions, client: &Client) -> Result<(), QueueError> {
    let runtime = runtime()?;
    let name = format!("{}-{}", token(&options.machine), random_name()?);
    let playable = playable(&options.version, client);
    let link = runtime.block_on(Link::open(&options.address, &name))?;
    let metrics = Arc::new(Metrics::new(options.threads.max(1), &options.version));
    if let Some(address) = options.metrics {
        let listener = runtime.block_on(metrics::listen(address))?;
        runtime.spawn(metrics::serve(listener, Arc::clone(&metrics)));
    }
    let worker = Arc::new(Worker {
        link,
        name,
        options: options.clone(),
        playable,
        programs: Programs::default(),
        client: client.clone(),
        threads: Semaphore::new(options.threads.max(1)),
        metrics: Arc::clone(&metrics),
        started: Instant::now(),
        dismissed: Mutex::default(),
        has_trouble: AtomicBool::new(false),
    });
    client.note(&worker.greeting());
    worker.environments_in_words().iter().for_each(|line| client.note(line));
    runtime.block_on(worker.run());
    // The tasks that play batches give them back.
    runtime.shutdown_timeout(Duration::from_secs(2));
    let dismissed = worker.dismissed.lock().unwrap_or_else(PoisonError::into_inner).take();
    dismissed.map_or(Ok(()), |why| Err(QueueError::Dismissed(why)))
}

fn random_name() -> Result<String, QueueError> {
    let number = getrandom::u32()
        .map_err(|error| QueueError::Machine(format!("the system gives no random bytes: {error}")))?;
    Ok(format!("{number:08x}"))
}

impl Worker {
    fn should_stop(&self) -> bool {
        self.client.wants_to_stop() || self.dismissed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    async fn run(self: &Arc<Self>) {
        let mut tasks = tokio::task::JoinSet::new();
        for channel in self.channels() {
            tasks.spawn(Arc::clone(self).pull(channel));
        }
        tasks.spawn(Arc::clone(self).publish_presence());
        tasks.spawn(Arc::clone(self).listen_for_dismissal());
        tasks.spawn(Arc::clone(self).warn_of_unplayable_work());
        while !self.should_stop() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // The tasks that play notice this, too, and give their batches back.
        let threads = u32::try_from(self.options.threads.max(1)).unwrap_or(u32::MAX);
        let all = self.threads.acquire_many(threads);
        let _ = tokio::time::timeout(Duration::from_secs(5), all).await;
        tasks.abort_all();
        let _ = self.link.client.flush().await;
    }

    /// Pulls batches of a channel, one more than the threads play.
    async fn pull(self: Arc<Self>, channel: Channel) {
        while !self.should_stop() {
            let consumer = match self.link.work_consumer(&channel).await {
                Ok(consumer) => consumer,
                Err(trouble) => {
                    self.wait_for_server(&trouble).await;
                    continue;
                }
            };
            self.server_answers();
            if let Some(message) = self.next_message(&consumer).await {
                self.wait_for_thread(message).await;
            }
        }
    }

    async fn next_message(&self, consumer: &PullConsumer) -> Option<Message> {
        let messages = consumer.batch().max_messages(1).expires(PULL_TIME).messages().await;
        if let Ok(mut messages) = messages {
            return messages.next().await?.ok();
        }
        tokio::time::sleep(RETRY_WAIT).await;
        None
    }

    /// Waits for a free thread, and starts to play on it.
    async fn wait_for_thread(self: &Arc<Self>, message: Message) {
        let mut is_due = tokio::time::interval(STILL_PLAYING);
        let free = self.threads.acquire();
        tokio::pin!(free);
        loop {
            tokio::select! {
                permit = &mut free => {
                    let Ok(permit) = permit else { return };
                    permit.forget();
                    let worker = Arc::clone(self);
                    tokio::spawn(async move {
                        worker.metrics.playing.inc();
                        worker.handle(message).await;
                        worker.metrics.playing.dec();
                        worker.threads.add_permits(1);
                    });
                    return;
                }
                _ = is_due.tick() => {
                    if self.should_stop() {
                        give_back(&message).await;
                        return;
                    }
                    // If this does not arrive, another worker gets the batch as well.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Tells people once that the server does not answer, makes what it may have lost, and waits a little.
    async fn wait_for_server(&self, trouble: &TransientError) {
        self.metrics.queue_up.set(0);
        if !self.has_trouble.swap(true, Ordering::Relaxed) {
            self.client.note(&format!("note: the queue does not answer ({trouble}); trying again"));
        }
        let _ = self.link.make_missing().await;
        tokio::time::sleep(RETRY_WAIT).await;
    }

    fn server_answers(&self) {
        self.metrics.queue_up.set(1);
        if self.has_trouble.swap(false, Ordering::Relaxed) {
            self.client.note("note: the queue is there again");
        }
    }
}

/// Gives a batch back to the queue, for another worker to play it at once.
async fn give_back(message: &Message) {
    // If this does not arrive, the queue delivers the batch again after a while.
    let _ = message.ack_with(AckKind::Nak(None)).await;
}
