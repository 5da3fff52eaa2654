//! Publishes batches, publishes lost ones again, and tells people about the workers.

use std::collections::{BTreeSet, HashSet};
use std::time::Instant;

use dispatch::wire::{self, Task};
use dispatch::{BatchId, Travel, environment_name};
use game::Digest;

use super::{
    AHEAD_PER_THREAD, AT_ONCE, Coordinator, LONELY, LONELY_INTERVAL, LOOK_INTERVAL, Lonely, MOST_AHEAD,
    Outstanding, RECONCILE_INTERVAL, State,
};
use crate::link::{RETRY_WAIT, TransientError};
use crate::presence::Presence;
use crate::transport::Outgoing;

impl<E: Send> Coordinator<'_, '_, E> {
    /// Removes the batches of this contest that no worker has pulled.
    pub(super) fn withdraw(&self) {
        for channel in &self.channels {
            // Batches that stay are played in vain, and no result depends on them.
            let _ = self.nats.transport.withdraw(channel.name().to_owned());
        }
    }

    /// Publishes batches until enough are in progress.
    pub(super) fn publish_ahead(&mut self) {
        if !self.server_answers() {
            return;
        }
        for part in 0..self.channels.len() {
            self.cut_ahead(part);
        }
        let is_due = |(&id, one): (&BatchId, &Outstanding)| (one.state == State::Unpublished).then_some(id);
        let due: Vec<BatchId> = self.outstanding.iter().filter_map(is_due).collect();
        for some in due.chunks(AT_ONCE) {
            if let Err(trouble) = self.publish(some) {
                self.wait_for_server(&trouble);
                return;
            }
        }
    }

    /// Cuts batches of a part until its workers have enough to do.
    fn cut_ahead(&mut self, part: usize) {
        let able = self.workers.iter().filter(|worker| worker.serves(&self.channels[part]));
        let threads: usize = able.map(|worker| worker.threads).sum();
        let (fewest, most) = MOST_AHEAD;
        let wanted = threads.saturating_mul(AHEAD_PER_THREAD).clamp(fewest, most);
        let pace = self.session.pace(self.order.work);
        let mut ahead = self.outstanding.values().filter(|one| one.cut.part == part).count();
        while ahead < wanted {
            let Some(cut) = self.cutter.next_batch(part, pace, threads) else { break };
            let id = cut.batch.id();
            let outstanding = Outstanding { cut, state: State::Unpublished, failures: Vec::new() };
            self.outstanding.insert(id, outstanding);
            ahead += 1;
        }
    }

    /// Returns whether the server answers. After a failure, it is asked again only at intervals.
    fn server_answers(&mut self) -> bool {
        let Some(at) = self.retry_at else { return true };
        if Instant::now() < at {
            return false;
        }
        // A server that has lost its data has no streams.
        if self.nats.transport.make_missing().is_err() {
            self.retry_at = Some(Instant::now() + RETRY_WAIT);
            return false;
        }
        self.retry_at = None;
        self.ledger.note("note: the queue is there again");
        true
    }

    /// Publishes batches, and those of their programs that the queue lacks.
    fn publish(&mut self, ids: &[BatchId]) -> Result<(), TransientError> {
        let transport = self.nats.transport.as_ref();
        let mut outgoing = Vec::with_capacity(ids.len());
        for id in ids {
            let Some(outstanding) = self.outstanding.get(id) else { continue };
            let batch = &outstanding.cut.batch;
            let programs: BTreeSet<Digest> =
                batch.parts.iter().flat_map(|part| &part.programs).copied().collect();
            let mut sources = Vec::new();
            for program in programs {
                let Some(entrant) = self.cutter.entrant(program) else { continue };
                let source = self.order.sources.source(entrant);
                if self.order.sources.travel(entrant) == Travel::WithGames {
                    sources.push(source.to_owned());
                } else if self.session.programs.insert(program)
                    && let Err(trouble) = transport.put_program(program.to_string(), source)
                {
                    self.session.programs.remove(&program);
                    return Err(trouble);
                }
            }
            outgoing.push(Outgoing {
                channel: self.channels[outstanding.cut.part].name().to_owned(),
                id: id.to_string(),
                batch: wire::encode_task(&Task { batch: batch.clone(), sources }),
            });
        }
        transport.publish(outgoing)?;
        for id in ids {
            if let Some(outstanding) = self.outstanding.get_mut(id) {
                outstanding.state = State::Published { since: Instant::now(), missed: None };
            }
        }
        Ok(())
    }

    /// Tells people once that the server does not answer, and tries again later.
    pub(super) fn wait_for_server(&mut self, trouble: &TransientError) {
        if self.retry_at.is_none() {
            self.ledger.note(&format!("note: the queue does not answer ({trouble}); trying again"));
        }
        self.session.programs.clear();
        self.retry_at = Some(Instant::now() + RETRY_WAIT);
    }

    /// Looks for batches that are neither in the queue nor reported, because their server has lost its data.
    pub(super) fn reconcile(&mut self) {
        if self.retry_at.is_some() || self.reconciled.elapsed() < RECONCILE_INTERVAL {
            return;
        }
        self.reconciled = Instant::now();
        let mut waiting = HashSet::new();
        for channel in &self.channels {
            match self.nats.transport.waiting(channel.name().to_owned()) {
                Ok(ids) => waiting.extend(ids),
                Err(trouble) => return self.wait_for_server(&trouble),
            }
        }
        let so_far = self.times_without_reports;
        let mut has_lost = false;
        for (&id, outstanding) in &mut self.outstanding {
            let State::Published { since, missed } = outstanding.state else { continue };
            let missed = match missed {
                _ if since.elapsed() < RECONCILE_INTERVAL || waiting.contains(&id.to_string()) => None,
                None => Some(so_far),
                // A worker publishes its report before it acknowledges the batch. Since the batch was found missing, all
                // reports have been requested once from the start, so there is none.
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

    /// Checks from time to time which workers are there.
    pub(super) fn look_for_workers(&mut self) {
        if self.retry_at.is_some() || self.looked.is_some_and(|at| at.elapsed() < LOOK_INTERVAL) {
            return;
        }
        self.looked = Some(Instant::now());
        match self.nats.transport.workers() {
            Ok(workers) => self.workers = workers,
            Err(trouble) => self.wait_for_server(&trouble),
        }
    }

    /// Tells people about workers that cannot play this contest, and about parts that none can play.
    pub(super) fn tell_of_workers(&mut self) {
        let serves = |worker: &&Presence| self.channels.iter().any(|channel| worker.serves(channel));
        let (able, unable): (Vec<_>, Vec<_>) = self.workers.iter().partition(serves);
        let ours = &self.order.parts[0].terms;
        for worker in unable {
            let what = if worker.version == ours.engine_version {
                self.what_it_lacks(worker)
            } else {
                format!("is of bout {}, but this is bout {}", worker.version, ours.engine_version)
            };
            if self.session.said.insert(worker.worker.clone()) {
                let line = format!("note: the worker {} {what}; it gets no batches of it", worker.worker);
                self.ledger.note(&line);
            }
        }
        if !able.is_empty() {
            let threads: usize = able.iter().map(|worker| worker.threads).sum();
            let line = format!("{} with {}", number_of("worker", able.len()), number_of("thread", threads));
            if self.session.said.insert(line.clone()) {
                self.ledger.note(&format!("note: {line} can play this contest"));
            }
        }
        for part in 0..self.channels.len() {
            self.tell_if_lonely(part);
        }
    }

    /// Returns what a worker lacks to play this contest.
    fn what_it_lacks(&self, worker: &Presence) -> String {
        let parts = self.order.parts.iter();
        let accepted: Vec<String> = parts.map(|part| named(&part.terms.environment)).collect();
        let has = match worker.environments.get(&self.order.parts[0].terms.game) {
            Some(tools) => format!("has the environment {}", named(tools)),
            None => format!("cannot play {}", self.order.parts[0].terms.game),
        };
        format!("{has}, and this contest is played under {}", accepted.join(" and "))
    }

    /// Tells people if no worker has played a part of the order for a while.
    fn tell_if_lonely(&mut self, part: usize) {
        let channel = &self.channels[part];
        let is_done =
            || self.cutter.is_part_empty(part) && self.outstanding.values().all(|one| one.cut.part != part);
        if self.workers.iter().any(|worker| worker.serves(channel)) || is_done() {
            self.lonely[part] = Lonely::default();
            return;
        }
        let lonely = &mut self.lonely[part];
        let since = *lonely.since.get_or_insert_with(Instant::now);
        let is_told = lonely.told.is_some_and(|at| at.elapsed() < LONELY_INTERVAL);
        if since.elapsed() < LONELY || is_told {
            return;
        }
        lonely.told = Some(Instant::now());
        let environment = &self.order.parts[part].terms.environment;
        let what = if self.channels.len() == 1 || environment.is_empty() {
            "no worker can play this contest; start `bout worker --queue` on some machines".into()
        } else {
            let named = named(environment);
            format!("no worker has the environment {named}, so a part of the games waits for one")
        };
        self.ledger.note(&format!("note: {what}"));
    }

    pub(super) fn publish_again(&mut self, id: BatchId) {
        if let Some(outstanding) = self.outstanding.get_mut(&id)
            && outstanding.state != State::Checking
        {
            outstanding.state = State::Unpublished;
        }
    }
}

/// Returns an environment with its name and its parts.
fn named(environment: &[(String, String)]) -> String {
    let parts: Vec<String> = environment.iter().map(|(name, value)| format!("{name} {value}")).collect();
    format!("{} ({})", environment_name(environment), parts.join("; "))
}

fn number_of(what: &str, number: usize) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
