//! A worker: pulls batches, plays them, and reports.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use contests::foreign::ForeignCode;
use contests::{Client, Isolation};
use dispatch::wire::{Report, Task, decode_task, encode_report};
use dispatch::{Batch, BatchError, BatchResult, Tools, environment_name, run_batch};
use futures_util::StreamExt;
use game::{Digest, Participant};
use games::{REGISTRY, RegisteredGame, registry};
use tokio::sync::Semaphore;

use crate::connection::runtime;
use crate::link::{Link, PULL_TIME, RETRY_WAIT, STILL_PLAYING, Trouble};
use crate::metrics::{self, Metrics};
use crate::presence::{PRESENCE_INTERVAL, Presence};
use crate::programs::{NoProgram, Programs};
use crate::subjects::{self, Channel, LONG_REPORTS, parts_of_work, token};
use crate::{Address, QueueError};

/// After this time, a worker reports what it has played of a batch.
const BATCH_TIME: Duration = Duration::from_secs(10);

/// A batch that was delivered more often has probably ended the workers that played it.
const MOST_DELIVERIES: i64 = 10;

/// The first byte of a message that is the name of an object with the report. No version of reports starts with it.
pub(crate) const LONG_REPORT_MARK: u8 = 0xff;

/// What the subject, the headers and the protocol take of the largest message.
const MESSAGE_OVERHEAD_BYTES: usize = 4096;

/// How often the worker looks for batches that it cannot play.
const STRANGE_WORK_INTERVAL: Duration = Duration::from_secs(10);

/// How a worker works.
#[derive(Debug, Clone)]
pub struct WorkerOptions {
    /// Where the queue is.
    pub address: Address,
    /// The name of the machine.
    pub machine: String,
    /// How many batches are played at once.
    pub threads: usize,
    /// The version of bout that it says it is.
    pub version: String,
    /// Where it tells Prometheus what it counts.
    pub metrics: Option<SocketAddr>,
}

/// A game that this machine can play.
struct Playable {
    game: &'static dyn RegisteredGame,
    foreign: ForeignCode,
    channel: Channel,
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
    /// Why a contest does not trust this worker any more.
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
    // Batches that are being played are given back by the tasks that play them.
    runtime.shutdown_timeout(Duration::from_secs(2));
    let dismissed = worker.dismissed.lock().unwrap_or_else(PoisonError::into_inner).take();
    dismissed.map_or(Ok(()), |why| Err(QueueError::Dismissed(why)))
}

fn random_name() -> Result<String, QueueError> {
    let number = getrandom::u32()
        .map_err(|error| QueueError::Machine(format!("the system gives no random bytes: {error}")))?;
    Ok(format!("{number:08x}"))
}

/// The games that this machine can play. The client hears what is missing for others.
fn playable(version: &str, client: &Client) -> Vec<Playable> {
    let mut playable = Vec::new();
    for &game in REGISTRY {
        match ForeignCode::of(game, Isolation::Reset, client) {
            Ok(foreign) => {
                let environment = dispatch::environment_id(&foreign.environment);
                playable.push(Playable { game, foreign, channel: Channel::new(version, environment) });
            }
            Err(why) => client.note(&format!("note: {why}")),
        }
    }
    playable
}

impl Worker {
    fn greeting(&self) -> String {
        let games: Vec<&str> = self.playable.iter().map(|playable| playable.game.info().name).collect();
        let (name, games) = (&self.name, games.join(", "));
        let threads = match self.options.threads {
            1 => "1 thread".into(),
            threads => format!("{threads} threads"),
        };
        format!("note: worker {name} plays {games} on {threads}; Ctrl-C stops it")
    }

    /// The environments of the games that ask foreign code.
    fn environments(&self) -> BTreeMap<String, Tools> {
        let asking = self.playable.iter().filter(|playable| !playable.foreign.environment.is_empty());
        asking
            .map(|playable| (playable.game.info().name.into(), playable.foreign.environment.clone()))
            .collect()
    }

    /// Sentences about the environments of this machine.
    fn environments_in_words(&self) -> Vec<String> {
        let line = |(game, tools): (String, Tools)| {
            let parts: Vec<String> = tools.iter().map(|(name, value)| format!("{name} {value}")).collect();
            let (name, parts) = (environment_name(&tools), parts.join("; "));
            format!("note: the environment of this machine for {game} is {name} ({parts})")
        };
        self.environments().into_iter().map(line).collect()
    }

    fn channels(&self) -> Vec<Channel> {
        let mut channels: Vec<Channel> =
            self.playable.iter().map(|playable| playable.channel.clone()).collect();
        channels.sort();
        channels.dedup();
        channels
    }

    fn should_stop(&self) -> bool {
        self.client.wants_to_stop() || self.dismissed.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    async fn run(self: &Arc<Self>) {
        let mut tasks = tokio::task::JoinSet::new();
        for channel in self.channels() {
            tasks.spawn(Arc::clone(self).pull(channel));
        }
        tasks.spawn(Arc::clone(self).tell_presence());
        tasks.spawn(Arc::clone(self).hear_dismissal());
        tasks.spawn(Arc::clone(self).look_for_strange_work());
        while !self.should_stop() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Those that play see it, too, and give their batches back.
        let threads = u32::try_from(self.options.threads.max(1)).unwrap_or(u32::MAX);
        let all = self.threads.acquire_many(threads);
        let _ = tokio::time::timeout(Duration::from_secs(5), all).await;
        tasks.abort_all();
        let _ = self.link.client.flush().await;
    }

    /// Pulls batches of a channel, one ahead of what the threads play.
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

    /// Waits until a thread is free, and starts to play there.
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
                    // If it does not arrive, another worker gets the batch as well.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        }
    }

    /// Plays a batch, reports, and acknowledges it.
    async fn handle(self: &Arc<Self>, message: Message) {
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
            // A batch that is not acknowledged comes again, and its second report changes nothing.
            let _ = message.double_ack().await;
        }
    }

    /// The results of a batch, or why there are none. `None`: the batch is given back.
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
            // The server may be away; the batch comes again until there were too many deliveries.
            Err(NoProgram::Trouble(trouble)) => {
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

    /// Publishes a report until the server has it. False if the worker is to stop before.
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

    async fn publish_long(&self, subject: &str, id: &str, report: &[u8]) -> Result<(), Trouble> {
        let name = format!("{id}-{}", self.name);
        self.link.put(LONG_REPORTS, &name, report).await?;
        let payload = [&[LONG_REPORT_MARK], name.as_bytes()].concat();
        self.link.publish(subject.to_owned(), payload).await
    }

    /// Sets a message aside that is not a batch.
    async fn refuse(&self, message: &Message, why: &str) {
        self.client.note(&format!("warning: {}: a message of the queue is refused: {why}", message.subject));
        let _ = message.ack_with(AckKind::Term).await;
    }

    /// Tells people once that the server does not answer, makes what it may have lost, and waits a little.
    async fn wait_for_server(&self, trouble: &Trouble) {
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

    async fn tell_presence(self: Arc<Self>) {
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
                // The next one follows soon.
                let _ = self.link.client.publish(subjects::presence(&self.name), json.into()).await;
            }
        }
    }

    async fn hear_dismissal(self: Arc<Self>) {
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
    async fn look_for_strange_work(self: Arc<Self>) {
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

/// Gives a batch back to the queue, for another worker to play it at once.
async fn give_back(message: &Message) {
    // If it does not arrive, the queue delivers it again after a while.
    let _ = message.ack_with(AckKind::Nak(None)).await;
}
