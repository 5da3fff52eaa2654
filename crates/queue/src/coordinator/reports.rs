//! Takes reports: reads them, has them checked, and saves their results.

use std::ops::Range;
use std::sync::mpsc::Sender;
use std::time::Duration;

use dispatch::wire::{Report, decode_report};
use dispatch::{Batch, BatchId, BatchPart, BatchResult, DispatchError, Ended, PartResult, Unverified};

use super::{Checked, Coordinator, MOST_FAILURES, Outcome, State, ToCheck, acknowledged};
use crate::audit::{Anew, Check, Extent, Verified};
use crate::batches::CutBatch;
use crate::transport::{Delivery, Event};
use crate::worker::LONG_REPORT_MARK;

impl<E: Send> Coordinator<'_, '_, E> {
    /// Handles an event from the queue.
    pub(super) fn on_event(&mut self, event: Event, to_check: &Sender<ToCheck>) {
        let message = match event {
            Event::NoReports => {
                self.times_without_reports += 1;
                return;
            }
            Event::Report(message) => message,
        };
        let Some(Report { worker, batch, outcome }) = self.read(&message) else {
            self.taken.push(acknowledged(&message));
            return;
        };
        let id = batch.id();
        if self.session.dismissed.contains_key(&worker) {
            self.taken.push(acknowledged(&message));
            self.publish_again(id);
            return;
        }
        match outcome {
            Err(why) => {
                self.taken.push(acknowledged(&message));
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
        message: Delivery,
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
                let extent = Extent::Everything;
                let check = Check { id, worker, encounters, result, extent, anew: false };
                let against = Some(found.first.clone());
                self.send_to_check(ToCheck { check, message: Some(message), against }, to_check);
                return;
            }
        }
        match self.outstanding.get_mut(&id) {
            Some(outstanding) if outstanding.state != State::Checking => {
                if left(&outstanding.cut, &result).is_none() {
                    self.taken.push(acknowledged(&message));
                    self.failed(id, format!("its report has no results, or a game twice (worker {worker})"));
                    return;
                }
                outstanding.state = State::Checking;
                self.session.seen.add(id, &worker, &result);
                let (part, encounters) = (outstanding.cut.part, outstanding.cut.encounters.clone());
                let check = self.check(id, part, worker, encounters, result);
                self.send_to_check(ToCheck { check, message: Some(message), against: None }, to_check);
            }
            // It is known, or no longer matters.
            _ => self.taken.push(acknowledged(&message)),
        }
    }

    fn send_to_check(&mut self, report: ToCheck, to_check: &Sender<ToCheck>) {
        // The checking threads exist as long as the order is being carried out.
        if to_check.send(report).is_ok() {
            self.checking += 1;
        }
    }

    /// Returns the encounter of each part of a batch of this order; `None` if the batch belongs to another order.
    fn encounters(&self, batch: &Batch) -> Option<Vec<usize>> {
        let is_of = |part: &BatchPart, members: &[usize]| {
            (self.order.context.seed_of)(members) == part.seed
                && members.len() == part.programs.len()
                && members.iter().zip(&part.programs).all(|(&member, &id)| self.cutter.program(member) == id)
        };
        let find = |part| self.order.round.iter().position(|encounter| is_of(part, &encounter.members));
        batch.parts.iter().map(find).collect()
    }

    /// Returns the report in a message. If it cannot be read, people are told, and the result is `None`.
    pub(super) fn read(&mut self, message: &Delivery) -> Option<Report> {
        let long;
        let bytes = match message.payload.split_first() {
            Some((&LONG_REPORT_MARK, name)) => {
                let name = String::from_utf8_lossy(name).into_owned();
                match self.nats.transport.long_report(name) {
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
    pub(super) fn take(&mut self, checked: Checked<E>) -> Outcome<E> {
        let Checked { check, message, against, played } = checked;
        let Check { id, worker, result, .. } = check;
        self.taken.extend(message.as_ref().map(acknowledged));
        let Verified { played, anew } = match played {
            Ok(verified) => verified,
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
                self.cutter.give_back(outstanding.cut.part, encounter, games);
            }
        }
        for part in &result.parts {
            self.session.pace(self.order.work).add(part.games().count() as u64, part.elapsed());
        }
        self.tell_of_anew(&worker, &result, anew.as_ref());
        for played in played {
            self.ledger.take(played, Some(&worker)).map_err(DispatchError::Ledger)?;
        }
        Ok(None)
    }

    /// Notes which game was played anew, and tells people if its result differs.
    fn tell_of_anew(&mut self, worker: &str, result: &BatchResult, anew: Option<&Anew>) {
        if !self.order.context.game.runs_foreign_code() {
            return;
        }
        let reported = result.parts.iter().map(PartResult::elapsed).sum();
        self.session.audit.add(reported, anew.map_or(Duration::ZERO, |anew| anew.took));
        let Some(Anew { game, encounter, is_as_reported: false, .. }) = anew else { return };
        let members = &self.order.round[*encounter].members;
        let programs: Vec<String> =
            members.iter().map(|&member| self.cutter.program(member).to_string()).collect();
        self.ledger.note(&format!(
            "warning: game {game} of the programs {} came out otherwise when it was played anew here than worker {worker} \
             reported. That is no proof of a false result: the programs may not answer the same twice",
            programs.join(", ")
        ));
    }

    /// Stops trusting a worker.
    fn dismiss(&mut self, worker: String, why: &str) -> Ended {
        self.ledger.note(&format!(
            "warning: the worker {worker} gave a false result: {why}; all its results are played again. Take away \
             its access to the queue, and look at its machine"
        ));
        // A worker that does not hear this is ignored all the same.
        let _ = self.nats.transport.dismiss(worker.clone(), why.to_owned());
        self.session.dismissed.insert(worker.clone(), why.to_owned());
        // The contest begins again with the stored results, and with the reports that are on their way.
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

    /// Saves the taken results, and then acknowledges their reports.
    pub(super) fn save(&mut self) -> Result<(), DispatchError<E>> {
        if self.taken.is_empty() {
            return Ok(());
        }
        self.ledger.save().map_err(DispatchError::Ledger)?;
        // An unacknowledged report comes again, and is known then.
        let _ = self.nats.transport.acknowledge(std::mem::take(&mut self.taken));
        Ok(())
    }
}

/// Returns the games of a batch that its report leaves out; `None` if the report has no games at all, or a game twice.
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
