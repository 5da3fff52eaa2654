//! Closes contests and has their finals played.

use std::sync::Arc;

use contests::dated::Phase;

use super::ContestView;
use super::forgetting::forget_names;
use crate::config::EntrantsFrom;
use crate::metrics::FailureKind;
use crate::orders::{Message, Order};
use crate::site::Site;
use crate::supervisor::{OrderFailed, WorkerCommand, WorkerSlot, pause};
use crate::times;

/// Closes contests when it is time, and plays their finals, until `stop` returns true. Failed work
/// is retried.
pub(crate) fn play(site: &Arc<Site>, command: &WorkerCommand, stop: fn() -> bool) {
    let mut slot = WorkerSlot::new(command.with_role("contests"));
    while !stop() {
        for contest in site.contests.all() {
            // A folder that cannot be read now may be readable later. Until then, pages show what
            // is known.
            let name = contest.about.name.as_str();
            let _ = site.note(FailureKind::Folder, name, refreshed(site, name, |_| ()));
            let _ = site.note(FailureKind::Work, name, forget_names(site, &contest));
            if contest.phase(times::now()) != Phase::Closed || stop() {
                continue;
            }
            let done = site.note(FailureKind::Work, name, closed(site, &contest, &mut slot, stop));
            let _ = refreshed(site, contest.about.name.as_str(), |view| {
                view.progress = None;
                view.trouble = done.err().map(|failed| failed.to_string());
            });
        }
        pause(stop);
    }
}

impl Site {
    /// Reads all contests again, because another process plays them.
    #[cfg(feature = "postgres")]
    pub(crate) fn refresh_contests(&self) {
        for contest in self.contests.all() {
            let name = contest.about.name.as_str();
            let _ = self.note(FailureKind::Folder, name, refreshed(self, name, |_| ()));
        }
    }
}

/// Fixes the entrants, and plays the final.
fn closed(
    site: &Site,
    contest: &ContestView,
    slot: &mut WorkerSlot,
    stop: fn() -> bool,
) -> Result<(), OrderFailed> {
    let about = &contest.about;
    let folder = contests::dated::Folder::path_in(&site.folder, &about.name);
    if contest.frozen.is_none() {
        let hill = (about.entrants == EntrantsFrom::Hill).then(|| about.hill_folder.clone());
        slot.carry_out(&Order::Close { contest: folder.clone(), hill }, stop, |_| ())?;
        let _ = refreshed(site, about.name.as_str(), |_| ());
        // Visitors who were refused a hidden fight may ask for it now.
        site.records.forget(|fight| fight.hill == about.hill);
    }
    let threads = site.config.workers.threads.size();
    slot.carry_out(&Order::Final { contest: folder, threads }, stop, |message| {
        if let Message::Progress { done, total } = message {
            let _ = refreshed(site, about.name.as_str(), |view| view.progress = Some((done, total)));
        }
    })
}

/// Reads a contest again, and applies a change to the view.
fn refreshed(
    site: &Site,
    name: &str,
    change: impl FnOnce(&mut ContestView),
) -> Result<(), contests::Failure> {
    let Some(known) = site.contests.get(name) else { return Ok(()) };
    let mut view = (*known).clone();
    let read = view.refresh();
    change(&mut view);
    site.contests.put(view);
    read
}
