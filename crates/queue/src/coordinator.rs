//! Carries out one order: publishes its batches, takes their reports, and publishes again what was lost.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use dispatch::wire::{Report, decode_report};
use dispatch::{
    Batch, BatchId, BatchPart, BatchResult, DispatchError, Ended, Ledger, Order, Unverified, Verifier, wire,
};
use jobs::PlayedPiece;

use crate::audit::{Check, Extent};
use crate::batches::{CutBatch, Cutter};
use crate::earlier::StillMissing;
use crate::link::Trouble;
use crate::nats::{Event, Nats, RETRY_WAIT, Session};
use crate::subjects::{self, Channel, LONG_REPORTS, PROGRAMS};
use crate::worker::LONG_REPORT_MARK;

/// A batch that failed this often is set aside.
const MOST_FAILURES: usize = 3;

/// How often the coordinator looks whether batches were lost.
const RECONCILE_INTERVAL: Duration = Duration::from_secs(3);

/// Batches that are published ahead, for each thread of a worker.
const AHEAD_PER_THREAD: usize = 3;

/// The fewest and the most batches that are published and not reported.
const MOST_AHEAD: (usize, usize) = (8, 4096);

/// How long the coordinator waits for an event before it looks at everything else.
const EVENT_WAIT: Duration = Duration::from_millis(20);

/// How long a coordinator waits for reports of an earlier one.
const EARLIER_REPORTS_WAIT: Duration = Duration::from_secs(10);

/// How long nobody may be there before people are told, and how often they are told.
const LONELY: Duration = Duration::from_secs(5);
const LONELY_INTERVAL: Duration = Duration::from_mins(1);

/// A batch that was cut, and whose results were not taken.
struct Outstanding {
    cut: CutBatch,
    state: State,
    /// The reasons of its failures.
    failures: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Unpublished,
    Published {
        since: Instant,
        /// If the queue did not have it when the coordinator looked: how often there were no reports up to then.
        missed: Option<u64>,
    },
    /// Its report is being checked.
    Checking,
}

/// A report whose check has ended.
struct Checked<E> {
    check: Check,
    message: Option<Box<Message>>,
    /// The worker that said otherwise before, if there is one.
    against: Option<String>,
    played: Result<Vec<PlayedPiece>, Unverified<E>>,
}

/// A report to check.
struct ToCheck {
    check: Check,
    message: Option<Box<Message>>,
    against: Option<String>,
}

/// Carries out one order.
pub(crate) struct Coordinator<'c, 'o, E> {
    nats: &'c Nats,
    order: &'o Order<'o, E>,
    ledger: &'c mut dyn Ledger<E>,
    events: &'c Receiver<Event>,
    session: &'c mut Session,
    channel: Channel,
    cutter: Cutter<'o, E>,
    outstanding: HashMap<BatchId, Outstanding>,
    /// Reports whose results are taken and not saved yet.
    taken: Vec<Message>,
    set_aside: Vec<String>,
    /// How often there were no more reports.
    times_without_reports: u64,
    reconciled: Instant,
    /// When to speak to a server again that did not answer.
    retry_at: Option<Instant>,
    /// Since when no worker plays this contest, and when people were told.
    lonely_since: Option<Instant>,
    lonely_told: Option<Instant>,
}

type Outcome<E> = Result<Option<Ended>, DispatchError<E>>;

impl<'c, 'o, E: Send> Coordinator<'c, 'o, E> {
    pub(crate) fn new(
        nats: &'c Nats,
        order: &'o Order<'o, E>,
        ledger: &'c mut dyn Ledger<E>,
        events: &'c Receiver<Event>,
        session: &'c mut Session,
    ) -> Self {
        Self {
            nats,
            order,
            ledger,
            events,
            session,
            channel: Channel::of(order.terms),
            cutter: Cutter::new(order),
            outstanding: HashMap::new(),
            taken: Vec::new(),
            set_aside: Vec::new(),
            times_without_reports: 0,
            reconciled: Instant::now(),
            retry_at: None,
            lonely_since: None,
            lonely_told: None,
        }
    }

    /// Carries out the order.
    pub(crate) fn play(mut self) -> Result<Ended, DispatchError<E>> {
        if !self.session.has_begun {
            if let Some(ended) = self.take_earlier_reports()? {
                return Ok(ended);
            }
            self.session.has_begun = true;
        }
        let (order, round) = (self.order, self.order.round);
        let (to_check, waiting) = mpsc::channel::<ToCheck>();
        let waiting = Mutex::new(waiting);
        let (done, checked) = mpsc::channel::<Checked<E>>();
        let ended = thread::scope(|scope| {
            for _ in 0..order.threads.max(1) {
                let (waiting, done) = (&waiting, done.clone());
                scope.spawn(move || {
                    let verifier = Verifier::new(order.context);
                    loop {
                        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                        let Ok(ToCheck { check, message, against }) = next else { break };
                        let played = check.run(&verifier, round);
                        if done.send(Checked { check, message, against, played }).is_err() {
                            break;
                        }
                    }
                });
            }
            let ended = self.coordinate(&to_check, &checked);
            drop(to_check);
            ended
        });
        // Results from before a failure are acknowledged, too.
        self.save()?;
        if !matches!(ended, Ok(Ended::Complete)) {
            self.withdraw();
        }
        ended
    }

    fn coordinate(
        &mut self,
        to_check: &Sender<ToCheck>,
        checked: &Receiver<Checked<E>>,
    ) -> Result<Ended, DispatchError<E>> {
        loop {
            if (self.order.context.conditions.stop)() {
                return Ok(Ended::Stopped);
            }
            if self.cutter.is_empty() && self.outstanding.is_empty() {
                return self.completed();
            }
            self.publish_ahead();
            self.reconcile();
            self.tell_of_workers();
            let mut event = match self.events.recv_timeout(EVENT_WAIT) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(DispatchError::Elsewhere("the connection to the queue has ended".into()));
                }
            };
            while let Some(now) = event {
                self.hear(now, to_check);
                event = self.events.try_recv().ok();
            }
            while let Ok(checked) = checked.try_recv() {
                if let Some(ended) = self.take(checked)? {
                    return Ok(ended);
                }
            }
            self.save()?;
        }
    }

    fn completed(&self) -> Result<Ended, DispatchError<E>> {
        if self.set_aside.is_empty() {
            return Ok(Ended::Complete);
        }
        let (number, reasons) = (self.set_aside.len(), self.set_aside.join("; "));
        let batches = if number == 1 { "batch was" } else { "batches were" };
        Err(DispatchError::Elsewhere(format!(
            "{number} {batches} set aside after {MOST_FAILURES} failures each: {reasons}; all other results are \
             stored, and --resume tries these again"
        )))
    }

    /// Takes the reports of batches that an earlier coordinator of this contest published, and withdraws the rest.
    /// Returns how the order ends if any was taken: the games that are left must be planned again.
    fn take_earlier_reports(&mut self) -> Outcome<E> {
        let end = Instant::now() + EARLIER_REPORTS_WAIT;
        let mut missing = None;
        let mut has_taken = false;
        while let Ok(Event::Report(message)) =
            self.events.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            let Some(Report { worker, batch, outcome: Ok(result) }) = self.read(&message) else {
                self.taken.push(*message);
                continue;
            };
            let is_ours = *batch.terms == *self.order.terms && !self.session.dismissed.contains_key(&worker);
            if is_ours {
                let missing = missing.get_or_insert_with(|| StillMissing::of(self.order));
                let (encounters, result) = missing.take(&batch, result);
                let extent = Extent::Games(self.nats.audited_games);
                let check = Check { id: batch.id(), worker, encounters, result, extent };
                has_taken |= !check.result.parts.is_empty();
                let verifier = Verifier::new(self.order.context);
                let played = check.run(&verifier, self.order.round);
                if let Some(ended) =
                    self.take(Checked { check, message: Some(message), against: None, played })?
                {
                    return Ok(Some(ended));
                }
            } else {
                self.taken.push(*message);
            }
        }
        self.save()?;
        self.withdraw();
        Ok(has_taken.then_some(Ended::Complete))
    }

    /// Removes the batches of this contest that no worker has pulled.
    fn withdraw(&self) {
        let filter = self.channel.work_of(&self.nats.contest);
        let withdrawn = self.nats.link.purge_work(&filter);
        // What stays is played in vain, and no result depends on it.
        let _ = self.nats.runtime.block_on(withdrawn);
    }

    /// Publishes batches until enough are on the way.
    fn publish_ahead(&mut self) {
        if !self.server_answers() {
            return;
        }
        let present = self.nats.workers.present();
        let threads: usize =
            present.iter().filter(|worker| worker.serves(&self.channel)).map(|worker| worker.threads).sum();
        let (fewest, most) = MOST_AHEAD;
        let wanted = threads.saturating_mul(AHEAD_PER_THREAD).clamp(fewest, most);
        while self.outstanding.len() < wanted {
            let Some(cut) = self.cutter.next_batch(&self.session.pace) else { break };
            let id = cut.batch.id();
            let outstanding = Outstanding { cut, state: State::Unpublished, failures: Vec::new() };
            self.outstanding.insert(id, outstanding);
        }
        let is_due = |(&id, one): (&BatchId, &Outstanding)| (one.state == State::Unpublished).then_some(id);
        let due: Vec<BatchId> = self.outstanding.iter().filter_map(is_due).collect();
        for id in due {
            if let Err(trouble) = self.publish(id) {
                self.wait_for_server(&trouble);
                return;
            }
        }
    }

    /// Whether the server answers; after it did not, it is asked again at intervals.
    fn server_answers(&mut self) -> bool {
        let Some(at) = self.retry_at else { return true };
        if Instant::now() < at {
            return false;
        }
        // A server that has lost its data has no streams.
        if self.nats.runtime.block_on(self.nats.link.make_missing()).is_err() {
            self.retry_at = Some(Instant::now() + RETRY_WAIT);
            return false;
        }
        self.retry_at = None;
        self.ledger.note("note: the queue is there again");
        true
    }

    fn publish(&mut self, id: BatchId) -> Result<(), Trouble> {
        let Some(outstanding) = self.outstanding.get_mut(&id) else { return Ok(()) };
        let (link, runtime) = (&self.nats.link, &self.nats.runtime);
        let batch = &outstanding.cut.batch;
        for &program in batch.parts.iter().flat_map(|part| &part.programs) {
            if self.session.programs.contains(&program) {
                continue;
            }
            if let Some(entrant) = self.cutter.entrant(program) {
                let source = self.order.sources.source(entrant);
                runtime.block_on(link.put(PROGRAMS, &program.to_string(), source))?;
                self.session.programs.insert(program);
            }
        }
        let subject = self.channel.work(&self.nats.contest, id);
        runtime.block_on(link.publish(subject, wire::encode_batch(batch)))?;
        outstanding.state = State::Published { since: Instant::now(), missed: None };
        Ok(())
    }

    /// Tells people once that the server does not answer, and tries again later.
    fn wait_for_server(&mut self, trouble: &Trouble) {
        if self.retry_at.is_none() {
            self.ledger.note(&format!("note: the queue does not answer ({trouble}); trying again"));
        }
        self.session.programs.clear();
        self.retry_at = Some(Instant::now() + RETRY_WAIT);
    }

    /// Looks for batches that are neither in the queue nor reported: their server has lost its data.
    fn reconcile(&mut self) {
        if self.retry_at.is_some() || self.reconciled.elapsed() < RECONCILE_INTERVAL {
            return;
        }
        self.reconciled = Instant::now();
        let filter = self.channel.work_of(&self.nats.contest);
        let subjects = match self.nats.runtime.block_on(self.nats.link.work_subjects(&filter)) {
            Ok(subjects) => subjects,
            Err(trouble) => return self.wait_for_server(&trouble),
        };
        let so_far = self.times_without_reports;
        let mut has_lost = false;
        for (&id, outstanding) in &mut self.outstanding {
            let State::Published { since, missed } = outstanding.state else { continue };
            let subject = self.channel.work(&self.nats.contest, id);
            let missed = match missed {
                _ if since.elapsed() < RECONCILE_INTERVAL || subjects.contains(&subject) => None,
                None => Some(so_far),
                // A worker publishes its report before it acknowledges the batch. Since the batch was missed, all
                // reports were asked for once from the start, so there is none.
                Some(then) if so_far >= then + 2 => {
                    outstanding.state = State::Unpublished;
                    has_lost = true;
                    continue;
                }
                missed => missed,
            };
            outstanding.state = State::Published { since, missed };
        }
        if has_lost {
            // The programs may be lost as well.
            self.session.programs.clear();
        }
    }

    /// Tells people about workers that cannot play this contest, and if there are none that can.
    fn tell_of_workers(&mut self) {
        let present = self.nats.workers.present();
        let (able, unable): (Vec<_>, Vec<_>) =
            present.into_iter().partition(|worker| worker.serves(&self.channel));
        for worker in unable {
            let what = if worker.version == self.order.terms.engine_version {
                let needed = self.order.terms.environment.iter();
                let needed = needed.map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>();
                format!("does not have what this contest was begun with: {}", needed.join("; "))
            } else {
                let (theirs, ours) = (&worker.version, &self.order.terms.engine_version);
                format!("is of bout {theirs}, but this is bout {ours}")
            };
            if self.session.said.insert(worker.worker.clone()) {
                let line = format!("note: the worker {} {what}; it gets no batches of it", worker.worker);
                self.ledger.note(&line);
            }
        }
        if !able.is_empty() {
            (self.lonely_since, self.lonely_told) = (None, None);
            let threads: usize = able.iter().map(|worker| worker.threads).sum();
            let line = format!("{} with {}", number_of("worker", able.len()), number_of("thread", threads));
            if self.session.said.insert(line.clone()) {
                self.ledger.note(&format!("note: {line} can play this contest"));
            }
            return;
        }
        let since = *self.lonely_since.get_or_insert_with(Instant::now);
        let is_told = self.lonely_told.is_some_and(|at| at.elapsed() < LONELY_INTERVAL);
        if since.elapsed() >= LONELY && !is_told {
            self.lonely_told = Some(Instant::now());
            self.ledger
                .note("note: no worker can play this contest; start `bout worker --queue` on some machines");
        }
    }

    /// Handles what came from the queue.
    fn hear(&mut self, event: Event, to_check: &Sender<ToCheck>) {
        let message = match event {
            Event::NoReports => {
                self.times_without_reports += 1;
                return;
            }
            Event::Report(message) => message,
        };
        let Some(Report { worker, batch, outcome }) = self.read(&message) else {
            self.taken.push(*message);
            return;
        };
        let id = batch.id();
        if self.session.dismissed.contains_key(&worker) {
            self.taken.push(*message);
            self.publish_again(id);
            return;
        }
        match outcome {
            Err(why) => {
                self.taken.push(*message);
                self.failed(id, format!("{why} (worker {worker})"));
            }
            Ok(result) => self.begin_check(&batch, worker, result, message, to_check),
        }
    }

    fn begin_check(
        &mut self,
        batch: &Batch,
        worker: String,
        result: BatchResult,
        message: Box<Message>,
        to_check: &Sender<ToCheck>,
    ) {
        let id = batch.id();
        let disagreement = self.session.seen.compare(id, &result);
        if let (Some(found), Some(encounters)) = (&disagreement, self.encounters(batch)) {
            let (first, game) = (&found.first, found.game);
            self.ledger.note(&format!(
                "warning: the workers {first} and {worker} disagree about game {game} of a batch they both played"
            ));
            if !self.order.context.game.runs_foreign_code() {
                let check = Check { id, worker, encounters, result, extent: Extent::Everything };
                let _ = to_check.send(ToCheck {
                    check,
                    message: Some(message),
                    against: Some(found.first.clone()),
                });
                return;
            }
        }
        match self.outstanding.get_mut(&id) {
            Some(outstanding) if outstanding.state != State::Checking => {
                if left(&outstanding.cut, &result).is_none() {
                    self.taken.push(*message);
                    self.failed(id, format!("its report has no results, or a game twice (worker {worker})"));
                    return;
                }
                outstanding.state = State::Checking;
                self.session.seen.add(id, &worker, &result);
                let encounters = outstanding.cut.encounters.clone();
                let extent = Extent::Games(self.nats.audited_games);
                let check = Check { id, worker, encounters, result, extent };
                let _ = to_check.send(ToCheck { check, message: Some(message), against: None });
            }
            // It is known, or of no interest any more.
            _ => self.taken.push(*message),
        }
    }

    /// The encounter of each part of a batch of this order; `None` if it is one of another order.
    fn encounters(&self, batch: &Batch) -> Option<Vec<usize>> {
        let is_of = |part: &BatchPart, members: &[usize]| {
            (self.order.context.seed_of)(members) == part.seed
                && members.len() == part.programs.len()
                && members.iter().zip(&part.programs).all(|(&member, &id)| self.cutter.program(member) == id)
        };
        let find = |part| self.order.round.iter().position(|encounter| is_of(part, &encounter.members));
        batch.parts.iter().map(find).collect()
    }

    /// The report in a message; `None` if it cannot be read, after people were told.
    fn read(&mut self, message: &Message) -> Option<Report> {
        let long;
        let bytes = match message.payload.split_first() {
            Some((&LONG_REPORT_MARK, name)) => {
                let name = String::from_utf8_lossy(name).into_owned();
                match self.nats.runtime.block_on(self.nats.link.get(LONG_REPORTS, &name)) {
                    Ok(bytes) => {
                        long = bytes;
                        &long[..]
                    }
                    Err(trouble) => {
                        self.ledger
                            .note(&format!("warning: a long report is lost ({trouble}); it is played again"));
                        return None;
                    }
                }
            }
            _ => &message.payload[..],
        };
        match decode_report(bytes) {
            Ok(report) => Some(report),
            Err(error) => {
                self.ledger.note(&format!("warning: a report cannot be read: {error}; it is played again"));
                None
            }
        }
    }

    /// Takes the results of a report whose check has ended.
    fn take(&mut self, checked: Checked<E>) -> Outcome<E> {
        let Checked { check, message, against, played } = checked;
        let Check { id, worker, result, .. } = check;
        self.taken.extend(message.map(|message| *message));
        let played = match played {
            Ok(played) => played,
            Err(Unverified::Stopped) => return Ok(Some(Ended::Stopped)),
            Err(Unverified::Failed(error)) => return Err(DispatchError::Piece(error)),
            Err(Unverified::False(what)) => return Ok(Some(self.dismiss(worker, &what.to_string()))),
        };
        if let Some(first) = against {
            let why = format!("the worker {worker} says otherwise, and is right");
            return Ok(Some(self.dismiss(first, &why)));
        }
        if let Some(outstanding) = self.outstanding.remove(&id) {
            for (encounter, games) in left(&outstanding.cut, &result).unwrap_or_default() {
                self.cutter.give_back(encounter, games);
            }
        }
        for part in &result.parts {
            self.session.pace.add(part.games().count() as u64, part.elapsed());
        }
        for played in played {
            self.ledger.take(played, Some(&worker)).map_err(DispatchError::Ledger)?;
        }
        Ok(None)
    }

    /// Trusts a worker no more.
    fn dismiss(&mut self, worker: String, why: &str) -> Ended {
        self.ledger.note(&format!(
            "warning: the worker {worker} gave a false result: {why}; all its results are played again. Take away \
             its access to the queue, and look at its machine"
        ));
        let told = self.nats.link.client.publish(subjects::dismissal(&worker), why.to_owned().into());
        // A worker that does not hear it is ignored all the same.
        let _ = self.nats.runtime.block_on(told);
        self.session.dismissed.insert(worker.clone(), why.to_owned());
        // The contest begins again with what is stored, and with the reports that are on their way.
        self.session.has_begun = false;
        self.session.seen = crate::seen::Seen::default();
        Ended::Distrusted { worker }
    }

    fn failed(&mut self, id: BatchId, why: String) {
        let Some(outstanding) = self.outstanding.get_mut(&id) else { return };
        if outstanding.state == State::Checking {
            return;
        }
        outstanding.failures.push(why);
        if outstanding.failures.len() < MOST_FAILURES {
            // A program may be missing.
            self.session.programs.clear();
            return self.publish_again(id);
        }
        let games = outstanding.cut.batch.games();
        let reasons = outstanding.failures.join("; then ");
        self.outstanding.remove(&id);
        self.ledger.note(&format!("warning: the batch {id} with {games} matches is set aside: {reasons}"));
        self.set_aside.push(format!("{games} matches ({reasons})"));
    }

    fn publish_again(&mut self, id: BatchId) {
        if let Some(outstanding) = self.outstanding.get_mut(&id)
            && outstanding.state != State::Checking
        {
            outstanding.state = State::Unpublished;
        }
    }

    /// Saves what was taken, and acknowledges it then.
    fn save(&mut self) -> Result<(), DispatchError<E>> {
        if self.taken.is_empty() {
            return Ok(());
        }
        self.ledger.save().map_err(DispatchError::Ledger)?;
        let (runtime, link) = (&self.nats.runtime, &self.nats.link);
        for message in self.taken.drain(..) {
            // A report that is not acknowledged comes again, and is known then.
            let _ = runtime.block_on(message.ack());
            if let Some((&LONG_REPORT_MARK, name)) = message.payload.split_first() {
                runtime.block_on(link.remove(LONG_REPORTS, &String::from_utf8_lossy(name)));
            }
        }
        Ok(())
    }
}

fn number_of(what: &str, number: usize) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// The games of a batch that its report leaves out; `None` if the report has none at all, or a game twice.
fn left(cut: &CutBatch, result: &BatchResult) -> Option<Vec<(usize, Range<u64>)>> {
    if result.parts.is_empty() {
        return None;
    }
    let mut missing: Vec<Vec<Range<u64>>> =
        cut.batch.parts.iter().map(|part| std::iter::once(part.games.clone()).collect()).collect();
    for part in &result.parts {
        if !crate::earlier::take_games(missing.get_mut(part.part())?, part) {
            return None;
        }
    }
    let encounters = cut.encounters.iter().copied();
    Some(
        encounters.zip(missing).flat_map(|(at, games)| games.into_iter().map(move |one| (at, one))).collect(),
    )
}
