//! Worker processes: started, given orders, watched and replaced.

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

/// The time that a worker has to end by itself.
const MAX_GOODBYE: Duration = Duration::from_secs(3);

/// The longest message of a worker, in bytes: a record of the largest size, and more. A worker that says more is replaced.
const MAX_MESSAGE_BYTES: u64 = 128 << 20;

/// The messages of a worker that wait to be heard. A worker that says more has to wait.
const MAX_WAITING_MESSAGES: usize = 256;

/// How a worker is started, and how long it may be silent.
#[derive(Clone)]
pub(crate) struct WorkerCommand {
    /// Starts workers.
    pub(crate) launcher: Arc<Launcher>,
    /// What hosts see of workers.
    pub(crate) board: Arc<WorkerBoard>,
    /// What the worker is for.
    pub(crate) role: &'static str,
    /// A worker that gives no sign for so long hangs, and is replaced.
    pub(crate) max_silence: Duration,
    /// The time that a worker may go on when the site stops.
    grace: Duration,
    metrics: Arc<Metrics>,
    /// The machines that play for the site.
    queue: Option<Arc<SiteQueue>>,
    /// The server with the results of the site, if they are not in files.
    results: Option<ResultsServer>,
}

impl WorkerCommand {
    /// Returns how workers of a site are started.
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

    /// Returns the same for another kind of work.
    pub(crate) fn with_role(&self, role: &'static str) -> Self {
        Self { role, ..self.clone() }
    }
}

/// Why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OrderFailed {
    /// The worker says so.
    #[error("{0}")]
    Refused(String),
    /// The worker says so, and the program is not at fault.
    #[error("{0}")]
    Unavailable(String),
    /// There is no worker any more. Another one may do better.
    #[error("{0}")]
    NoWorker(String),
}

/// A worker process.
struct Worker {
    process: WorkerProcess,
    /// `None` once it has ended.
    orders: Option<Box<dyn Write + Send>>,
    messages: Receiver<Message>,
    command: WorkerCommand,
    /// The folders that it reaches: those that there were when it started.
    folders: Vec<PathBuf>,
}

/// How an order ended that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Done,
    /// The site stops.
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

    /// Carries out an order. Returns why it failed, if it did.
    fn carry_out(
        &mut self,
        order: &NumberedOrder<&Order>,
        stop: fn() -> bool,
        mut hear: impl FnMut(Message),
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
                    hear(message);
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

    /// True if it reaches a folder: that of a hill or a war which was there when it started, or a contest's.
    fn reaches(&self, folder: &Path) -> bool {
        self.folders.iter().any(|known| folder.starts_with(known))
    }

    /// Ends the process: its results so far are stored.
    fn end(&mut self) {
        self.orders = None;
        // The connection ends with both of its ends, so nobody may listen any more.
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

/// Returns the next message of a worker; `None` if it has ended or says nonsense.
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

/// A place for one worker, which is started when it is needed.
pub(crate) struct WorkerSlot {
    command: WorkerCommand,
    worker: Option<Worker>,
}

impl WorkerSlot {
    /// Creates a place without a worker.
    pub(crate) fn new(command: WorkerCommand) -> Self {
        Self { command, worker: None }
    }

    /// Lets a worker carry out an order. Returns why it was not carried out, if it was not.
    pub(crate) fn carry_out(
        &mut self,
        order: &Order,
        stop: fn() -> bool,
        hear: impl FnMut(Message),
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
        let done = worker.carry_out(&numbered, stop, hear);
        match &done {
            Err(OrderFailed::NoWorker(why)) => board.lost(role, why, now()),
            Ok(_) | Err(OrderFailed::Refused(_) | OrderFailed::Unavailable(_)) => board.ends(role),
        }
        self.log_ended(&numbered, worker.process.id(), &done, start.elapsed());
        self.worker = Some(worker);
        done.map(|_| ())
    }

    /// Logs and counts how an order ended.
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
