//! Carries out one order: publishes its batches, takes their reports, and publishes again what was lost.

mod publishing;
mod reports;

use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use dispatch::wire::Report;
use dispatch::{BatchId, BatchResult, DispatchError, Ended, Ledger, Order, Unverified, Verifier};

use crate::audit::{Check, Extent, Verified, unforeseen};
use crate::batches::{CutBatch, Cutter};
use crate::earlier::StillMissing;
use crate::nats::{Nats, Session};
use crate::presence::Presence;
use crate::subjects::Channel;
use crate::transport::{Acknowledged, Delivery, Event};
use crate::worker::LONG_REPORT_MARK;

/// A batch that failed this often is set aside.
const MOST_FAILURES: usize = 3;

/// How often the coordinator checks whether batches were lost.
const RECONCILE_INTERVAL: Duration = Duration::from_secs(3);

/// How many batches are published ahead for each thread of a worker.
const AHEAD_PER_THREAD: usize = 3;

/// The smallest and the largest number of batches that are published but not reported.
const MOST_AHEAD: (usize, usize) = (8, 50_000);

/// How many batches are published at once. Each message has at most a megabyte.
const AT_ONCE: usize = 32;

/// How long the coordinator waits for an event before it turns to its other work.
const EVENT_WAIT: Duration = Duration::from_millis(20);

/// How long a coordinator waits for reports to an earlier one.
const EARLIER_REPORTS_WAIT: Duration = Duration::from_secs(10);

/// How often the coordinator checks which workers are there.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);

/// How long a part may have no workers before people are told, and how often they are told.
const LONELY: Duration = Duration::from_secs(5);
const LONELY_INTERVAL: Duration = Duration::from_mins(1);

/// A batch that was cut, but whose results were not taken yet.
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
        /// If the queue did not have it at the coordinator's last check: how often there had been no reports by then.
        missed: Option<u64>,
    },
    /// Its report is being checked.
    Checking,
}

/// A report whose check has ended.
struct Checked<E> {
    check: Check,
    message: Option<Delivery>,
    /// The worker that had reported something else before, if there is one.
    against: Option<String>,
    played: Result<Verified, Unverified<E>>,
}

/// A report to check.
struct ToCheck {
    check: Check,
    message: Option<Delivery>,
    against: Option<String>,
}

/// The time since when no worker has played a part of an order, and the time when people were told.
#[derive(Debug, Clone, Copy, Default)]
struct Lonely {
    since: Option<Instant>,
    told: Option<Instant>,
}

/// Carries out one order.
pub(crate) struct Coordinator<'c, 'o, E> {
    nats: &'c Nats,
    order: &'o Order<'o, E>,
    ledger: &'c mut dyn Ledger<E>,
    session: &'c mut Session,
    /// The channel of each part of the order.
    channels: Vec<Channel>,
    cutter: Cutter<'o, E>,
    outstanding: HashMap<BatchId, Outstanding>,
    /// The number of reports that are being checked.
    checking: usize,
    /// Reports whose results are taken but not saved yet.
    taken: Vec<Acknowledged>,
    /// The workers that were there at the coordinator's last check.
    workers: Vec<Presence>,
    looked: Option<Instant>,
    set_aside: Vec<String>,
    /// How often there were no more reports.
    times_without_reports: u64,
    reconciled: Instant,
    /// When to contact a server again that did not answer.
    retry_at: Option<Instant>,
    /// For each part of this order: since when no worker has played it, and when people were told.
    lonely: Vec<Lonely>,
}

type Outcome<E> = Result<Option<Ended>, DispatchError<E>>;

impl<'c, 'o, E: Send> Coordinator<'c, 'o, E> {
    pub(crate) fn new(
        nats: &'c Nats,
        order: &'o Order<'o, E>,
        ledger: &'c mut dyn Ledger<E>,
        session: &'c mut Session,
    ) -> Self {
        Self {
            nats,
            order,
            ledger,
            session,
            channels: order.parts.iter().map(|part| Channel::of(&part.terms)).collect(),
            cutter: Cutter::new(order, nats.style.time),
            outstanding: HashMap::new(),
            checking: 0,
            taken: Vec::new(),
            workers: Vec::new(),
            looked: None,
            set_aside: Vec::new(),
            times_without_reports: 0,
            reconciled: Instant::now(),
            retry_at: None,
            lonely: vec![Lonely::default(); order.parts.len()],
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
            // A report that contradicts earlier results may still be in the check.
            if self.cutter.is_empty() && self.outstanding.is_empty() && self.checking == 0 {
                return self.completed();
            }
            self.look_for_workers();
            self.publish_ahead();
            self.reconcile();
            self.tell_of_workers();
            for event in self.events(EVENT_WAIT) {
                self.on_event(event, to_check);
            }
            while let Ok(checked) = checked.try_recv() {
                self.checking -= 1;
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

    /// Takes the reports on batches that an earlier coordinator of this contest published, and withdraws the other batches.
    /// If any was taken, it returns how the order ends: the remaining games must be planned again.
    fn take_earlier_reports(&mut self) -> Outcome<E> {
        let end = Instant::now() + EARLIER_REPORTS_WAIT;
        let mut missing = None;
        let mut has_taken = false;
        let mut is_over = false;
        while !is_over && Instant::now() < end {
            if (self.order.context.conditions.stop)() {
                return Ok(Some(Ended::Stopped));
            }
            for event in self.events(EVENT_WAIT) {
                match event {
                    Event::NoReports => is_over = true,
                    Event::Report(message) => {
                        let (is_new, ended) = self.take_earlier(message, &mut missing)?;
                        has_taken |= is_new;
                        if ended.is_some() {
                            return Ok(ended);
                        }
                    }
                }
            }
        }
        self.save()?;
        self.withdraw();
        Ok(has_taken.then_some(Ended::Complete))
    }

    /// Takes a report to an earlier coordinator. Returns whether it has results that were missing.
    fn take_earlier(
        &mut self,
        message: Delivery,
        missing: &mut Option<StillMissing>,
    ) -> Result<(bool, Option<Ended>), DispatchError<E>> {
        let report = self.read(&message);
        let Some(Report { worker, batch, outcome: Ok(result) }) = report else {
            self.taken.push(acknowledged(&message));
            return Ok((false, None));
        };
        let part = self.order.parts.iter().position(|part| *part.terms == *batch.terms);
        let part = part.filter(|_| !self.session.dismissed.contains_key(&worker));
        let Some(part) = part else {
            self.taken.push(acknowledged(&message));
            return Ok((false, None));
        };
        let missing = missing.get_or_insert_with(|| StillMissing::of(self.order));
        let (encounters, result) = missing.take(part, &batch, result);
        let check = self.check(batch.id(), part, worker, encounters, result);
        let is_new = !check.result.parts.is_empty();
        let verifier = Verifier::new(self.order.context);
        let played = check.run(&verifier, self.order.round);
        let ended = self.take(Checked { check, message: Some(message), against: None, played })?;
        Ok((is_new, ended))
    }

    /// Prepares the check of a report on a part of the order. The number of games to check is drawn at random.
    fn check(
        &mut self,
        id: BatchId,
        part: usize,
        worker: String,
        encounters: Vec<usize>,
        result: BatchResult,
    ) -> Check {
        let (audit, wanted) = (&mut self.session.audit, self.nats.style.audited_games);
        // In another environment, programs may give other answers.
        let can_play = self.order.context.game.runs_foreign_code() && self.order.parts[part].is_of_here;
        let anew = can_play && audit.is_anew_due(wanted);
        let games = result.parts.iter().map(|part| part.games().count() as u64).sum();
        let extent = Extent::Games(audit.games(wanted, games, &mut unforeseen));
        Check { id, worker, encounters, result, extent, anew }
    }

    /// Returns the events from the queue. A line that does not answer is asked again later.
    fn events(&mut self, wait: Duration) -> Vec<Event> {
        match self.nats.transport.events(wait) {
            Ok(events) => events,
            Err(trouble) => {
                self.wait_for_server(&trouble);
                thread::sleep(wait);
                Vec::new()
            }
        }
    }
}

/// Returns the acknowledgement of a message with a report.
fn acknowledged(message: &Delivery) -> Acknowledged {
    let long = match message.payload.split_first() {
        Some((&LONG_REPORT_MARK, name)) => Some(String::from_utf8_lossy(name).into_owned()),
        _ => None,
    };
    Acknowledged { number: message.number, long }
}
