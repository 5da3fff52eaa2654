//! Starts, instructs, watches and replaces worker processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::{LOG_TARGET, TICK};
use crate::config::Count;
use crate::ids::new_id;
use crate::launcher::{Launcher, Started, WorkerProcess};
use crate::log;
use crate::metrics::Metrics;
use crate::orders::{Message, NumberedOrder, Order};
use crate::remote::{RequestConnection, SiteQueue};
use crate::requests::milliseconds;
use crate::results::{ResultsConnection, ResultsServer};
use crate::site::Site;
use crate::statistics::WorkerBoard;
use crate::times::now;
use crate::worker_questions::{self, Recipient};

/// How long a worker may take to exit by itself.
const MAX_GOODBYE: Duration = Duration::from_secs(3);

/// The longest message of a worker, in bytes: enough for the largest record. A worker that sends more is
/// replaced.
const MAX_MESSAGE_BYTES: u64 = 128 << 20;

/// The most unread messages of a worker. A worker that sends more has to wait.
const MAX_WAITING_MESSAGES: usize = 256;

/// How to start a worker, and how long it may be silent.
#[derive(Clone)]
pub(crate) struct WorkerCommand {
    /// The launcher, which starts the workers.
    pub(crate) launcher: Arc<Launcher>,
    /// Where the state of workers is recorded for hosts.
    pub(crate) board: Arc<WorkerBoard>,
    /// The role of the worker.
    pub(crate) role: &'static str,
    /// A worker without a sign of life for this long counts as hanging, and is replaced.
    pub(crate) max_silence: Duration,
    /// How long a worker may continue when the site stops.
    grace: Duration,
    metrics: Arc<Metrics>,
    /// The machines that play for the site.
    queue: Option<Arc<SiteQueue>>,
    /// The database server with the results of the site, if they are not in files.
    results: Option<ResultsServer>,
}

impl WorkerCommand {
    /// Creates the command for workers of a site.
    pub(crate) fn new(launcher: Arc<Launcher>, site: &Site) -> Self {
        Self {
            launcher,
            board: Arc::clone(&site.board),
            role: "",
            max_silence: Duration::from_secs(site.config.workers.silence_s.get()),
            grace: Duration::from_secs(site.config.stop.work_s.map_or(0, Count::get)),
            metrics: Arc::clone(&site.metrics),
            queue: site.queue.clone(),
            results: site.results_server(),
        }
    }

    /// Returns this command with another role.
    pub(crate) fn with_role(&self, role: &'static str) -> Self {
        Self { role, ..self.clone() }
    }
}

/// The reason why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OrderFailed {
    /// The worker reported an error.
    #[error("{0}")]
    Refused(String),
    /// The worker reported an error that the program did not cause.
    #[error("{0}")]
    Unavailable(String),
    /// The worker was lost. Another one may succeed.
    #[error("{0}")]
    NoWorker(String),
}

/// A worker process.
struct Worker {
    process: WorkerProcess,
    /// `None` once the stream is closed.
    orders: Option<Box<dyn Write + Send>>,
    messages: Receiver<Message>,
    command: WorkerCommand,
    /// The folders that the worker can access: those that existed when it started.
    folders: Vec<PathBuf>,
}

/// How an order ended without failing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    /// The site is stopping.
    Stopped,
}

impl Worker {
    fn start(command: &WorkerCommand) -> std::io::Result<Self> {
        let folders = command.launcher.folders();
        let Started { orders, messages: output, process } = command.launcher.start()?;
        command.metrics.worker_starts.inc();
        let id = process.id();
        let (sender, messages) = mpsc::sync_channel(MAX_WAITING_MESSAGES);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(message) = next_message(id, &mut output) {
                if let Message::Log { line } = message {
                    log::relay(id, &line);
                    continue;
                }
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        tracing::debug!(target: LOG_TARGET, worker = id, "worker started");
        Ok(Self { orders: Some(orders), process, messages, command: command.clone(), folders })
    }

    /// Has the worker carry out an order, and passes its messages to `on_message`.
    fn carry_out(
        &mut self,
        order: &NumberedOrder<&Order>,
        stop: fn() -> bool,
        mut on_message: impl FnMut(Message),
    ) -> Result<Ending, OrderFailed> {
        let line = serde_json::to_string(order).map_err(|error| OrderFailed::Refused(error.to_string()))?;
        let lost = |why: &str| OrderFailed::NoWorker(why.into());
        let orders = self.orders.as_mut().ok_or_else(|| lost("the worker has ended"))?;
        if writeln!(orders, "{line}").is_err() {
            self.end();
            self.command.metrics.worker_failed("ended");
            return Err(lost("the worker has ended and is replaced"));
        }
        let mut queue = RequestConnection::new(self.command.queue.as_ref(), order.order);
        let mut results = ResultsConnection::new(self.command.results.as_ref(), order.order);
        let mut heard = Instant::now();
        let mut stopping: Option<Instant> = None;
        loop {
            if stop() && stopping.get_or_insert_with(Instant::now).elapsed() >= self.command.grace {
                return Ok(Ending::Stopped);
            }
            match self.messages.recv_timeout(TICK) {
                Ok(Message::Done) => return Ok(Ending::Done),
                Ok(Message::Failed { why, may_pass: true }) => return Err(OrderFailed::Unavailable(why)),
                Ok(Message::Failed { why, .. }) => return Err(OrderFailed::Refused(why)),
                Ok(Message::Ask { number, recipient, request }) => {
                    let answered = worker_questions::question(&request).and_then(|request| match recipient {
                        Recipient::Queue => queue.answer(&request),
                        Recipient::Results => results.answer(&request),
                    });
                    let answered = answered.and_then(|answer| {
                        let orders = self.orders.as_mut().ok_or(std::io::ErrorKind::BrokenPipe)?;
                        writeln!(orders, "{}", worker_questions::answer_line(number, &answer))
                    });
                    if let Err(error) = answered {
                        self.end();
                        self.command.metrics.worker_failed("ended");
                        return Err(lost(&format!("the worker is replaced: {error}")));
                    }
                    heard = Instant::now();
                }
                Ok(Message::Played { games }) => self.command.metrics.matches.inc_by(games),
                Ok(message) => {
                    heard = Instant::now();
                    on_message(message);
                }
                Err(RecvTimeoutError::Timeout) if heard.elapsed() < self.command.max_silence => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.end();
                    self.command.metrics.worker_failed("silent");
                    return Err(lost("the worker gave no sign and is replaced"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.end();
                    self.command.metrics.worker_failed("ended");
                    return Err(lost("the worker has ended and is replaced"));
                }
            }
        }
    }

    /// Returns true if the worker can access a folder: the folder of a hill or war that existed when the
    /// worker started, or of a contest.
    fn reaches(&self, folder: &Path) -> bool {
        self.folders.iter().any(|known| folder.starts_with(known))
    }

    /// Ends the process. Its results so far are already stored.
    fn end(&mut self) {
        self.orders = None;
        // The connection closes only when both of its clones are dropped. The reading thread holds one, and
        // ends once its receiver is gone.
        let (_, nobody) = mpsc::sync_channel(0);
        self.messages = nobody;
        let start = Instant::now();
        while start.elapsed() < MAX_GOODBYE {
            if self.process.has_ended() {
                return;
            }
            std::thread::sleep(TICK / 4);
        }
        self.process.kill();
    }
}

/// Returns the next message of a worker; `None` if the worker has ended or sent an invalid message.
fn next_message(worker: u32, output: &mut impl BufRead) -> Option<Message> {
    let mut line = Vec::new();
    output.by_ref().take(MAX_MESSAGE_BYTES).read_until(b'\n', &mut line).ok()?;
    if line.is_empty() {
        return None;
    }
    let message = serde_json::from_slice(&line);
    message
        .inspect_err(|error| {
            let why = error.to_string();
            tracing::error!(target: LOG_TARGET, worker, why, "a worker sent something that is not a message");
        })
        .ok()
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.end();
    }
}

/// A slot for one worker, which is started when needed.
pub(crate) struct WorkerSlot {
    command: WorkerCommand,
    worker: Option<Worker>,
}

impl WorkerSlot {
    /// Creates a slot without a worker.
    pub(crate) fn new(command: WorkerCommand) -> Self {
        Self { command, worker: None }
    }

    /// Has a worker carry out an order. Starts a new worker if there is none, or if it cannot access the
    /// folders of the order.
    pub(crate) fn carry_out(
        &mut self,
        order: &Order,
        stop: fn() -> bool,
        on_message: impl FnMut(Message),
    ) -> Result<(), OrderFailed> {
        let WorkerCommand { launcher, board, role, metrics, .. } = &self.command;
        let order = order.clone().with_whole_paths();
        let audited_games = self.command.queue.as_ref().and_then(|queue| queue.audited_games(&order));
        let results_on_server = self.command.results.is_some();
        let numbered = NumberedOrder { id: new_id(), audited_games, results_on_server, order: &order };
        let reaches = |worker: &Worker| order.folders().all(|folder| worker.reaches(folder));
        let known = self.worker.take().filter(|worker| worker.orders.is_some() && reaches(worker));
        let start = || {
            let worker = Worker::start(&self.command);
            worker.inspect(|_| board.started(role))
        };
        let mut worker = known.map_or_else(start, Ok).map_err(|error| {
            metrics.worker_failed("start");
            board.lost(role, &error.to_string(), now());
            tracing::warn!(target: LOG_TARGET, order = numbered.id, why = error.to_string(), "no worker can be started");
            OrderFailed::NoWorker(format!("no worker can be started: {error}"))
        })?;
        order.folders().for_each(|folder| launcher.hand_over(folder));
        board.begins(role, order.in_words(), now());
        log_given(&numbered, worker.process.id());
        let start = Instant::now();
        let done = worker.carry_out(&numbered, stop, on_message);
        match &done {
            Err(OrderFailed::NoWorker(why)) => board.lost(role, why, now()),
            Ok(_) | Err(OrderFailed::Refused(_) | OrderFailed::Unavailable(_)) => board.ends(role),
        }
        self.log_ended(&numbered, worker.process.id(), &done, start.elapsed());
        self.worker = Some(worker);
        done.map(|_| ())
    }

    /// Logs the result of an order and updates the metrics.
    fn log_ended(
        &self,
        numbered: &NumberedOrder<&Order>,
        worker: u32,
        done: &Result<Ending, OrderFailed>,
        took: Duration,
    ) {
        let (order, kind, took_ms) = (&numbered.id, numbered.order.kind(), milliseconds(took));
        let result = match done {
            Ok(Ending::Done) => "done",
            Ok(Ending::Stopped) => "stopped",
            Err(OrderFailed::Refused(_)) => "refused",
            Err(OrderFailed::Unavailable(_)) => "unavailable",
            Err(OrderFailed::NoWorker(_)) => "no-worker",
        };
        self.command.metrics.ordered(kind, result, took);
        match done {
            Ok(_) if numbered.order.is_question() => {
                tracing::debug!(target: LOG_TARGET, order, kind, worker, result, took_ms, "order ended");
            }
            Ok(_) => tracing::info!(target: LOG_TARGET, order, kind, worker, result, took_ms, "order ended"),
            Err(error) => {
                let why = error.to_string();
                tracing::warn!(target: LOG_TARGET, order, kind, worker, result, took_ms, why, "order ended");
            }
        }
    }
}

fn log_given(numbered: &NumberedOrder<&Order>, worker: u32) {
    let (order, kind) = (&numbered.id, numbered.order.kind());
    let folder = numbered.order.folders().next().unwrap_or(Path::new("")).to_string_lossy();
    let submission = numbered.order.submission();
    if numbered.order.is_question() {
        tracing::debug!(target: LOG_TARGET, order, kind, worker, "order given");
    } else {
        tracing::info!(target: LOG_TARGET, order, kind, worker, folder = folder.as_ref(), submission, "order given");
    }
}

/// Asks a worker which games this machine can play.
pub(crate) fn playable(command: &WorkerCommand, stop: fn() -> bool) -> Result<Vec<String>, OrderFailed> {
    let mut playable = Vec::new();
    let mut slot = WorkerSlot::new(command.with_role("looking at the machine"));
    slot.carry_out(&Order::Games, stop, |message| {
        if let Message::Games { games } = message {
            playable = games;
        }
    })?;
    Ok(playable)
}
