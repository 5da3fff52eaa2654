//! Worker processes: started, given orders, watched and replaced.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use accounts::{AccountsError, Mode, SubmissionId, SubmissionState};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::dated::hidden_words;
use crate::hill_view::HillView;
use crate::orders::{Message, Order};
use crate::records::{Fight, Wanted};
use crate::site::{HillChanged, Site};
use crate::times;

/// The pause after work that failed, and between looks at the files of hills.
pub(crate) const PAUSE: Duration = Duration::from_secs(1);

/// The interval for checking whether the site is to stop.
pub(crate) const TICK: Duration = Duration::from_millis(100);

/// The time that a worker has to end by itself.
const MAX_GOODBYE: Duration = Duration::from_secs(3);

/// How a worker is started, and how long it may be silent.
#[derive(Debug, Clone)]
pub(crate) struct WorkerCommand {
    /// The command line.
    pub(crate) line: Vec<OsString>,
    /// A worker that gives no sign for so long hangs, and is replaced.
    pub(crate) max_silence: Duration,
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
    child: Child,
    orders: Option<ChildStdin>,
    messages: Receiver<Message>,
    max_silence: Duration,
}

impl Worker {
    fn start(command: &WorkerCommand) -> std::io::Result<Self> {
        let [program, arguments @ ..] = command.line.as_slice() else {
            return Err(std::io::ErrorKind::NotFound.into());
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let (sender, messages) = mpsc::channel();
        let output = child.stdout.take().expect("it is piped");
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let Ok(message) = serde_json::from_str(&line) else { break };
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Ok(Self { orders: child.stdin.take(), child, messages, max_silence: command.max_silence })
    }

    /// Carries out an order. Returns why it failed, if it did.
    fn carry_out(
        &mut self,
        order: &Order,
        stop: fn() -> bool,
        mut hear: impl FnMut(Message),
    ) -> Result<(), OrderFailed> {
        let line = serde_json::to_string(order).map_err(|error| OrderFailed::Refused(error.to_string()))?;
        let lost = |why: &str| OrderFailed::NoWorker(why.into());
        let orders = self.orders.as_mut().ok_or_else(|| lost("the worker has ended"))?;
        if writeln!(orders, "{line}").is_err() {
            self.end();
            return Err(lost("the worker has ended and is replaced"));
        }
        let mut heard = Instant::now();
        while !stop() {
            match self.messages.recv_timeout(TICK) {
                Ok(Message::Done) => return Ok(()),
                Ok(Message::Failed { why, may_pass: true }) => return Err(OrderFailed::Unavailable(why)),
                Ok(Message::Failed { why, .. }) => return Err(OrderFailed::Refused(why)),
                Ok(message) => {
                    heard = Instant::now();
                    hear(message);
                }
                Err(RecvTimeoutError::Timeout) if heard.elapsed() < self.max_silence => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.end();
                    return Err(lost("the worker gave no sign and is replaced"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.end();
                    return Err(lost("the worker has ended and is replaced"));
                }
            }
        }
        Ok(())
    }

    /// Ends the process: its results so far are stored.
    fn end(&mut self) {
        self.orders = None;
        let start = Instant::now();
        while start.elapsed() < MAX_GOODBYE {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(TICK / 4),
                _ => return,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
        let no_worker = |error| OrderFailed::NoWorker(format!("no worker can be started: {error}"));
        let known = self.worker.take().filter(|worker| worker.orders.is_some());
        let mut worker = known.map_or_else(|| Worker::start(&self.command), Ok).map_err(no_worker)?;
        let done = worker.carry_out(order, stop, hear);
        self.worker = Some(worker);
        done
    }
}

/// Asks a worker which games this machine can play.
pub(crate) fn playable(command: &WorkerCommand, stop: fn() -> bool) -> Result<Vec<String>, OrderFailed> {
    let mut playable = Vec::new();
    let mut slot = WorkerSlot::new(command.clone());
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
    while !stop() {
        // A folder that cannot be read now may be readable later; the pages show what is known.
        let _ = site.refresh(is_mine);
        let mut has_failed = false;
        for hill in site.all_hills().into_iter().filter(|hill| is_mine(hill) && !site.must_rest(&hill.name)) {
            has_failed |= forget_names(site, &mut slot, &hill, stop).is_err();
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
            let _ = site.refresh(is_mine);
            if let Some(now) = site.any_hill(&hill.name) {
                let mut now = (*now).clone();
                now.progress = None;
                has_failed |= done.is_err();
                now.trouble = done.err().map(|failed| failed.to_string());
                site.put(now);
                site.tell(&hill.name, HillChanged::Standings);
            }
            if stop() {
                return;
            }
        }
        if with_work.is_empty() || has_failed {
            pause(stop);
        }
    }
}

/// Plays the next submission of a hill; if there is none, what is unknown on it.
fn play_next(
    site: &Site,
    slot: &mut WorkerSlot,
    hill: &HillView,
    stop: fn() -> bool,
) -> Result<(), OrderFailed> {
    let threads = site.config.workers.threads.size();
    let no_accounts = |error: AccountsError| OrderFailed::Refused(error.to_string());
    let Some((begun, source)) = site.accounts.begin_next(&hill.name, times::now()).map_err(no_accounts)?
    else {
        let order = Order::Play { hill: hill.folder.clone(), threads };
        return slot.carry_out(&order, stop, |message| hear_of_hill(site, &hill.name, message));
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
    let mut result = None;
    let done = slot.carry_out(&order, stop, |message| match message {
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
        message => hear_of_hill(site, &hill.name, message),
    });
    // What the worker told before it failed is true; without a result, the submission is begun again.
    if let Some((state, outcome, why)) = result {
        let kept = site.accounts.finish(begun.id, state, outcome.as_ref(), why.as_deref(), times::now());
        kept.map_err(no_accounts)?;
        site.tell(&hill.name, HillChanged::Submissions);
    } else if stop() || matches!(done, Err(OrderFailed::Unavailable(_))) {
        put_back(site, begun.id, stop).map_err(no_accounts)?;
    }
    done
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
pub(crate) fn make_records(site: &Arc<Site>, command: WorkerCommand, stop: fn() -> bool) {
    let mut slot = WorkerSlot::new(command);
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
