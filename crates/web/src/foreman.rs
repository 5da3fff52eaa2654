//! Worker processes: started, given orders, watched and replaced.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use accounts::{AccountsError, Mode, SubmissionId, SubmissionState};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::asking::{self, Whom};
use crate::config::Count;
use crate::dated::hidden_words;
use crate::distant::{OrderLine, SiteQueue};
use crate::hill_view::HillView;
use crate::ids::new_id;
use crate::log;
use crate::metrics::{FailureKind, Metrics};
use crate::orders::{Message, NumberedOrder, Order};
use crate::records::{Fight, Wanted};
use crate::requests::milliseconds;
use crate::results::{ResultsLine, ResultsServer};
use crate::site::{HillChanged, Site};
use crate::starter::{Launcher, Started, WorkerProcess};
use crate::statistics::WorkerBoard;
use crate::times::{self, now};

/// The pause after work that failed, and between looks at the files of hills.
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

/// The interval for checking whether the site is to stop.
pub(crate) const TICK: Duration = Duration::from_millis(100);

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
        tracing::debug!(worker = id, "worker started");
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
        let mut queue = OrderLine::new(self.command.queue.as_ref(), order.order);
        let mut results = ResultsLine::new(self.command.results.as_ref(), order.order);
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
                Ok(Message::Ask { number, whom, request }) => {
                    let answered = asking::question(&request).and_then(|request| match whom {
                        Whom::Queue => queue.answer(&request),
                        Whom::Results => results.answer(&request),
                    });
                    let answered = answered.and_then(|answer| {
                        let orders = self.orders.as_mut().ok_or(std::io::ErrorKind::BrokenPipe)?;
                        writeln!(orders, "{}", asking::answer_line(number, &answer))
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
            tracing::error!(worker, why, "a worker sent something that is not a message");
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
            tracing::warn!(order = numbered.id, why = error.to_string(), "no worker can be started");
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
                tracing::debug!(order, kind, worker, result, took_ms, "order ended");
            }
            Ok(_) => tracing::info!(order, kind, worker, result, took_ms, "order ended"),
            Err(error) => {
                let why = error.to_string();
                tracing::warn!(order, kind, worker, result, took_ms, why, "order ended");
            }
        }
    }
}

fn log_given(numbered: &NumberedOrder<&Order>, worker: u32) {
    let (order, kind) = (&numbered.id, numbered.order.kind());
    let folder = numbered.order.folders().next().unwrap_or(Path::new("")).to_string_lossy();
    let submission = numbered.order.submission();
    if numbered.order.is_question() {
        tracing::debug!(order, kind, worker, "order given");
    } else {
        tracing::info!(order, kind, worker, folder = folder.as_ref(), submission, "order given");
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

/// Plays what there is to play on the hills that `is_mine` accepts, hill by hill, until `stop` returns true.
pub(crate) fn play(
    site: &Arc<Site>,
    command: WorkerCommand,
    stop: fn() -> bool,
    is_mine: fn(&HillView) -> bool,
) {
    let mut slot = WorkerSlot::new(command);
    let mut renewed_last = String::new();
    while !stop() {
        // A folder that cannot be read now may be readable later; the pages show what is known.
        let _ = site.note(FailureKind::Folder, "hills", site.refresh(is_mine));
        let (mut has_played, mut has_failed) = (false, false);
        for hill in site.all_hills().into_iter().filter(|hill| is_mine(hill) && !site.must_rest(&hill.name)) {
            let renamed = forget_names(site, &mut slot, &hill, stop);
            has_failed |= site.note(FailureKind::Work, &hill.name, renamed).is_err();
        }
        let with_work: Vec<_> =
            site.all_hills().into_iter().filter(|hill| is_mine(hill) && hill.has_work()).collect();
        for hill in &with_work {
            // The entrants of a contest are fixed as they are at its close.
            if site.must_rest(&hill.name) {
                has_failed = true;
                continue;
            }
            let done = play_next(site, &mut slot, hill, stop);
            let done = site.note(FailureKind::Work, &hill.name, done);
            has_played |= matches!(done, Ok(Turn::Played));
            has_failed |= done.is_err();
            take_over(site, &hill.name, done.map(drop), is_mine);
            if stop() {
                return;
            }
        }
        // Challenges come first, those of other hills too.
        let is_idle = !has_played && !renew_next(site, &mut slot, &mut renewed_last, stop, is_mine);
        if is_idle || has_failed {
            pause(stop);
        }
    }
}

/// What became of a look at a hill.
enum Turn {
    /// Something was played.
    Played,
    /// The authors of all that waits have used up their processor time.
    AllWait,
}

/// Takes over what an order has done on a hill.
fn take_over(site: &Site, name: &str, done: Result<(), OrderFailed>, is_mine: fn(&HillView) -> bool) {
    let _ = site.note(FailureKind::Folder, "hills", site.refresh(is_mine));
    let Some(now) = site.any_hill(name) else { return };
    let mut now = (*now).clone();
    now.progress = None;
    now.trouble = done.err().map(|failed| failed.to_string());
    site.put(now);
    site.tell(name, HillChanged::Standings);
}

/// Goes on with the renewal of one hill for a while: the next one after `last`. Returns false if there is none, or if it
/// failed.
fn renew_next(
    site: &Site,
    slot: &mut WorkerSlot,
    last: &mut String,
    stop: fn() -> bool,
    is_mine: fn(&HillView) -> bool,
) -> bool {
    let mut hills = site.all_hills();
    hills.retain(|hill| is_mine(hill) && hill.has_renewal() && !site.must_rest(&hill.name));
    let Some(hill) = hills.iter().find(|hill| hill.name > *last).or(hills.first()) else { return false };
    last.clone_from(&hill.name);
    let order = Order::Renew { hill: hill.folder.clone(), threads: site.config.workers.threads.size() };
    let done = slot.carry_out(&order, stop, |message| hear_of_hill(site, &hill.name, message));
    let done = site.note(FailureKind::Work, &hill.name, done);
    let is_done = done.is_ok();
    take_over(site, &hill.name, done, is_mine);
    is_done
}

/// Plays the next submission of a hill; if there is none, what is unknown on it.
fn play_next(
    site: &Site,
    slot: &mut WorkerSlot,
    hill: &HillView,
    stop: fn() -> bool,
) -> Result<Turn, OrderFailed> {
    let threads = site.config.workers.threads.size();
    let no_accounts = |error: AccountsError| OrderFailed::Refused(error.to_string());
    let begun = site.accounts.begin_next(&hill.name, site.config.limits.processor_ms(), now());
    let Some((begun, source)) = begun.map_err(no_accounts)? else {
        if hill.is_rated() {
            return Ok(Turn::AllWait);
        }
        let order = Order::Play { hill: hill.folder.clone(), threads };
        slot.carry_out(&order, stop, |message| hear_of_hill(site, &hill.name, message))?;
        return Ok(Turn::Played);
    };
    site.tell(&hill.name, HillChanged::Submissions);
    let order = Order::Challenge {
        hill: hill.folder.clone(),
        submission: begun.public.clone(),
        file: begun.file.clone(),
        source: BASE64_STANDARD.encode(source),
        mode: begun.mode,
        threads,
    };
    let (mut result, mut spent_ms, mut games) = (None, 0, 0);
    let done = slot.carry_out(&order, stop, |message| match message {
        Message::Spent { processor_ms } => spent_ms = processor_ms,
        Message::Refused { why } => result = Some((SubmissionState::Refused, None, Some(why))),
        Message::Known { program } => {
            let why = format!("the same program is on the hill as {program}");
            result = Some((SubmissionState::Known, None, Some(why)));
        }
        Message::Challenged { outcome } => {
            let state = match (begun.mode, outcome.is_in) {
                (Mode::Test, _) => SubmissionState::Tested,
                (Mode::Enter, true) => SubmissionState::Entered,
                (Mode::Enter, false) => SubmissionState::NotGoodEnough,
            };
            result = Some((state, Some(*outcome), None));
        }
        message => {
            if let Message::Progress { total, .. } = message {
                games = total;
            }
            hear_of_hill(site, &hill.name, message);
        }
    });
    site.accounts.charge(begun.id, spent_ms, games, now()).map_err(no_accounts)?;
    // What the worker told before it failed is true; without a result, the submission is begun again.
    if let Some((state, outcome, why)) = result {
        let kept = site.accounts.finish(begun.id, state, outcome.as_ref(), why.as_deref(), times::now());
        kept.map_err(no_accounts)?;
        site.metrics.challenged(state.as_str());
        tracing::info!(submission = begun.public, state = state.as_str(), "submission played");
        site.tell(&hill.name, HillChanged::Submissions);
    } else if stop() || matches!(done, Err(OrderFailed::Unavailable(_))) {
        put_back(site, begun.id, stop).map_err(no_accounts)?;
    }
    done.map(|()| Turn::Played)
}

/// Puts a submission back into the queue, also on a disk that is full at present: otherwise it would be set aside for what is not
/// its fault.
fn put_back(site: &Site, id: SubmissionId, stop: fn() -> bool) -> Result<(), AccountsError> {
    loop {
        match site.accounts.put_back(id) {
            Err(error) if error.is_full() && !stop() => pause(stop),
            done => return done,
        }
    }
}

/// Gives the files of deleted accounts and hidden programs names without words of their authors.
fn forget_names(
    site: &Site,
    slot: &mut WorkerSlot,
    hill: &HillView,
    stop: fn() -> bool,
) -> Result<(), OrderFailed> {
    let no_accounts = |error: AccountsError| OrderFailed::Refused(error.to_string());
    for change in site.accounts.names_to_change(&hill.name).map_err(no_accounts)? {
        let (file, to) = (change.file.clone(), change.to.clone());
        let order = Order::Rename { hill: hill.folder.clone(), file, to };
        slot.carry_out(&order, stop, |_| {})?;
        if stop() {
            return Ok(());
        }
        site.accounts.renamed(&hill.name, &change).map_err(no_accounts)?;
        site.moderate(&hill.name).map_err(no_accounts)?;
        if let Some(now) = site.any_hill(&hill.name) {
            let mut now = (*now).clone();
            now.rename(&change.file, &change.to);
            site.put(now);
        }
    }
    Ok(())
}

fn hear_of_hill(site: &Site, name: &str, message: Message) {
    let Some(hill) = site.any_hill(name) else { return };
    let mut hill = (*hill).clone();
    let what = match message {
        Message::Progress { done, total } => {
            hill.progress = Some((done, total));
            HillChanged::Progress(done, total)
        }
        Message::Rated { standings } => {
            hill.standings = Some(*standings);
            HillChanged::Standings
        }
        _ => return,
    };
    site.put(hill);
    site.tell(name, what);
}

/// Makes the records that pages want, until `stop` returns true.
pub(crate) fn make_records(site: &Arc<Site>, command: &WorkerCommand, stop: fn() -> bool) {
    let mut slot = WorkerSlot::new(command.with_role("records of fights"));
    while !stop() {
        let Some(fight) = site.records.next(TICK) else { continue };
        let mut made = made(site, &mut slot, &fight, stop);
        if let Err(OrderFailed::NoWorker(_)) = made {
            // The next worker tries it once more. Whatever ends two workers may be the fight itself.
            made = self::made(site, &mut slot, &fight, stop);
        }
        if stop() {
            return;
        }
        site.records.put(&fight, made.unwrap_or_else(|failed| Wanted::Never(failed.to_string())));
    }
}

fn made(
    site: &Site,
    slot: &mut WorkerSlot,
    fight: &Fight,
    stop: fn() -> bool,
) -> Result<Wanted, OrderFailed> {
    let Some(hill) = site.any_hill(&fight.hill) else {
        return Ok(Wanted::Never("there is no such hill".into()));
    };
    // A record has the sources of its programs.
    if let Some(contest) = site.hidden_by(&fight.hill) {
        return Ok(Wanted::Never(hidden_words(&contest)));
    }
    let Fight { one, two, game, .. } = fight.clone();
    let mut made = Wanted::Never("no game of the two was found".into());
    let order = Order::Record { hill: hill.folder.clone(), one, two, game };
    slot.carry_out(&order, stop, |message| {
        if let Message::Record { what, record } = message
            && let Ok(bytes) = BASE64_STANDARD.decode(record)
        {
            made = Wanted::There(what, Arc::new(bytes));
        }
    })?;
    Ok(made)
}

/// Waits before the next look at files, until `stop` returns true.
pub(crate) fn pause(stop: fn() -> bool) {
    let start = Instant::now();
    while start.elapsed() < PAUSE && !stop() {
        std::thread::sleep(TICK);
    }
}
