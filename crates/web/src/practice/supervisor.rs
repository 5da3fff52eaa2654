//! Runs practice orders on a separate worker.

use std::sync::Arc;

use super::queue::Job;
use crate::orders::Message;
use crate::site::Site;
use crate::supervisor::{OrderFailed, TICK, WorkerCommand, WorkerSlot};
use crate::times::now;

/// Carries out orders one at a time, until `stop` returns true.
pub(crate) fn play(site: &Arc<Site>, command: &WorkerCommand, stop: fn() -> bool) {
    let mut slot = WorkerSlot::new(command.with_role("practice"));
    while !stop() {
        if let Some(job) = site.practice.next(TICK) {
            job.answer(carried_out(site, &mut slot, &job, stop));
        }
    }
}

/// Carries out an order and charges its author for the processor time, even if the order failed.
fn carried_out(site: &Site, slot: &mut WorkerSlot, job: &Job, stop: fn() -> bool) -> Result<Message, String> {
    let (mut said, mut spent_ms) = (None, 0);
    let done = slot.carry_out(&job.order, stop, |message| match message {
        Message::Spent { processor_ms } => spent_ms = processor_ms,
        Message::PracticeResult { .. } | Message::LessonChecked { .. } => said = Some(message),
        _ => {}
    });
    if let Err(error) = site.accounts.charge_account(job.account, spent_ms, now()) {
        tracing::error!(why = error.to_string(), "what somebody practised could not be charged");
    }
    match (done, said) {
        (Ok(()), Some(said)) => Ok(said),
        (Ok(()), None) => Err("the site stops".into()),
        (Err(OrderFailed::NoWorker(why)), _) => Err(format!("the program could not be played: {why}")),
        (Err(failed), _) => Err(failed.to_string()),
    }
}
