//! The supervisor of hills: plays submissions and unknown matches, renews results and renames files.

use std::sync::Arc;

use accounts::{AccountsError, Mode, SubmissionId, SubmissionState};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::{LOG_TARGET, OrderFailed, WorkerCommand, WorkerSlot, pause};
use crate::hill_view::HillView;
use crate::metrics::FailureKind;
use crate::orders::{Message, Order};
use crate::site::{HillUpdate, Site};
use crate::times::{self, now};

/// Plays the outstanding matches on the hills that `is_mine` accepts, one hill after the other, until `stop`
/// returns true.
pub(crate) fn play(
    site: &Arc<Site>,
    command: WorkerCommand,
    stop: fn() -> bool,
    is_mine: fn(&HillView) -> bool,
) {
    let mut slot = WorkerSlot::new(command);
    let mut renewed_last = String::new();
    while !stop() {
        // Ignore errors: a folder may become readable again later. Until then, pages show the last known
        // state.
        let _ = site.note(FailureKind::Folder, "hills", site.refresh(is_mine));
        let (mut has_played, mut has_failed) = (false, false);
        for hill in site.all_hills().into_iter().filter(|hill| is_mine(hill) && !site.must_rest(&hill.name)) {
            let renamed = forget_names(site, &mut slot, &hill, stop);
            has_failed |= site.note(FailureKind::Work, &hill.name, renamed).is_err();
        }
        let with_work: Vec<_> =
            site.all_hills().into_iter().filter(|hill| is_mine(hill) && hill.has_work()).collect();
        for hill in &with_work {
            // A hill rests at the close of a contest, so that the entrants stay as they are.
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
        // Renewals run only after all challenges, including those of other hills.
        let is_idle = !has_played && !renew_next(site, &mut slot, &mut renewed_last, stop, is_mine);
        if is_idle || has_failed {
            pause(stop);
        }
    }
}

/// The result of a hill's turn.
enum Turn {
    /// Matches were played.
    Played,
    /// The authors of all waiting submissions have used up their processor time.
    AllWait,
}

/// Updates the view of a hill after an order.
fn take_over(site: &Site, name: &str, done: Result<(), OrderFailed>, is_mine: fn(&HillView) -> bool) {
    let _ = site.note(FailureKind::Folder, "hills", site.refresh(is_mine));
    let Some(now) = site.any_hill(name) else { return };
    let mut now = (*now).clone();
    now.progress = None;
    now.trouble = done.err().map(|failed| failed.to_string());
    site.put(now);
    site.tell(name, HillUpdate::Standings);
}

/// Continues the renewal of one hill for a while: of the next one after `last` by name. Returns false if
/// there is none, or if it failed.
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

/// Plays the next submission of a hill. If there is none, plays the unknown matches.
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
    site.tell(&hill.name, HillUpdate::Submissions);
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
    // A result that the worker sent before it failed is valid. Without a result, the submission starts again.
    if let Some((state, outcome, why)) = result {
        let kept = site.accounts.finish(begun.id, state, outcome.as_ref(), why.as_deref(), times::now());
        kept.map_err(no_accounts)?;
        site.metrics.challenged(state.as_str());
        tracing::info!(target: LOG_TARGET, submission = begun.public, state = state.as_str(), "submission played");
        site.tell(&hill.name, HillUpdate::Submissions);
    } else if stop() || matches!(done, Err(OrderFailed::Unavailable(_))) {
        put_back(site, begun.id, stop).map_err(no_accounts)?;
    }
    done.map(|()| Turn::Played)
}

/// Puts a submission back into the queue. Retries while the disk is full: otherwise the submission would be
/// set aside without being at fault.
fn put_back(site: &Site, id: SubmissionId, stop: fn() -> bool) -> Result<(), AccountsError> {
    loop {
        match site.accounts.put_back(id) {
            Err(error) if error.is_full() && !stop() => pause(stop),
            done => return done,
        }
    }
}

/// Renames the files of deleted accounts and hidden programs, so that the names contain no words of their
/// authors.
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
            HillUpdate::Progress(done, total)
        }
        Message::Rated { standings } => {
            hill.standings = Some(*standings);
            HillUpdate::Standings
        }
        _ => return,
    };
    site.put(hill);
    site.tell(name, what);
}
