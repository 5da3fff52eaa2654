//! Alerts about problems of the site. Each alert is reported once when it begins and once when it is over.
//!
//! Alerts are stored in `.bout/alerts.json`. So after a restart, an alert does not begin again, and its end
//! is still reported.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;
use serde::{Deserialize, Serialize};

use super::figures::in_bytes;
use crate::config;
use crate::site::Site;
use crate::times;

/// The file in `.bout` with the alerts.
const FILE: FileName = FileName::own("alerts.json");

/// The most events that are kept.
const MAX_EVENTS: usize = 200;

/// How long a submission that was set aside counts as an alert, in seconds.
const SET_ASIDE_S: u64 = 3600;

/// A current problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ActiveAlert {
    /// The kind: `disk-low`, `queue-old`, `workers-lost` or `submission-set-aside`.
    pub(crate) kind: String,
    /// A description of the problem.
    pub(crate) what: String,
    /// When it began, in seconds since 1970.
    pub(crate) since_s: u64,
}

/// The beginning or end of an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AlertEvent {
    /// Its kind.
    pub(crate) kind: String,
    /// `begins` or `over`.
    pub(crate) state: String,
    /// A description of the problem.
    pub(crate) what: String,
    /// When it began or was over, in seconds since 1970.
    pub(crate) at_s: u64,
    /// A unique ID.
    pub(crate) id: String,
}

/// All alerts of a site.
#[derive(Default)]
pub(crate) struct Alerts {
    log: Mutex<Log>,
    /// The number of events before this start of the site.
    before: usize,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Log {
    /// The current alerts, by kind and place.
    active: BTreeMap<String, ActiveAlert>,
    /// The total number of events so far.
    total: usize,
    /// The most recent events.
    events: VecDeque<AlertEvent>,
}

/// A problem: its key (kind and place), its kind, and a description.
type Wrong = (String, &'static str, String);

impl Alerts {
    /// Reads the alerts that the site had when it last ran.
    pub(crate) fn read(own: &std::path::Path) -> Self {
        let read = || {
            let bytes = ConfinedFolder::open(own).ok()?.read(&FILE).ok()??;
            serde_json::from_slice(&bytes).ok()
        };
        let log: Log = read().unwrap_or_default();
        Self { before: log.total, log: Mutex::new(log) }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current alerts.
    pub(crate) fn active(&self) -> Vec<ActiveAlert> {
        self.log().active.values().cloned().collect()
    }

    /// Returns the number of events before this start of the site.
    pub(crate) fn before(&self) -> usize {
        self.before
    }

    /// Returns the total number of events so far.
    pub(crate) fn total(&self) -> usize {
        self.log().total
    }

    /// Returns the events after the first `known`, oldest first, as far as they are kept.
    pub(crate) fn after(&self, known: usize) -> Vec<AlertEvent> {
        let log = self.log();
        let gone = log.total - log.events.len().min(log.total);
        log.events.iter().skip(known.saturating_sub(gone)).cloned().collect()
    }

    fn is_active(&self, place: &str) -> bool {
        self.log().active.contains_key(place)
    }

    /// Replaces the current alerts. Returns true if an alert began or is over.
    fn update(&self, wrong: Vec<Wrong>, now_s: u64) -> bool {
        let mut log = self.log();
        let before = log.total;
        let is_wrong = |place: &String| wrong.iter().any(|(known, ..)| known == place);
        let over: Vec<String> = log.active.keys().filter(|place| !is_wrong(place)).cloned().collect();
        for alert in over.iter().filter_map(|place| log.active.remove(place)).collect::<Vec<_>>() {
            log.add(&alert.kind, "over", alert.what, now_s);
        }
        for (place, kind, what) in wrong {
            if let Some(known) = log.active.get_mut(&place) {
                known.what = what;
                continue;
            }
            log.add(kind, "begins", what.clone(), now_s);
            log.active.insert(place, ActiveAlert { kind: kind.into(), what, since_s: now_s });
        }
        log.total != before
    }

    fn write(&self, own: &std::path::Path) -> Result<(), contests::Failure> {
        let text = serde_json::to_vec(&*self.log()).expect("alerts are plain data");
        ConfinedFolder::open(own)?.write_durably(&FILE, &text)
    }
}

impl Log {
    fn add(&mut self, kind: &str, state: &str, what: String, at_s: u64) {
        let id = format!("alert-{}-{at_s}", self.total);
        self.events.push_back(AlertEvent { kind: kind.into(), state: state.into(), what, at_s, id });
        self.total += 1;
        while self.events.len() > MAX_EVENTS {
            self.events.pop_front();
        }
    }
}

/// Checks the site for problems.
pub(super) fn look(site: &Site, now_s: u64) {
    let Ok(wrong) = found(site, now_s) else { return };
    if site.alerts.update(wrong, now_s) {
        // Ignore errors: without permission to write, alerts are only kept in memory.
        let _ = site.alerts.write(&site.folder.join(".bout"));
    }
}

fn found(site: &Site, now_s: u64) -> Result<Vec<Wrong>, accounts::AccountsError> {
    let config::Alerts { disk_free_bytes, queue_minutes, workers_lost_per_hour } = &site.config.alerts;
    let mut wrong: Vec<Wrong> = Vec::new();
    if let Some(free) = site.board.disk().free_bytes {
        let bound = disk_free_bytes.get();
        // Hysteresis: the alert ends only when 10 % more space is free, so that it does not begin again at
        // once.
        let bound = if site.alerts.is_active("disk-low") { bound + bound / 10 } else { bound };
        if free < bound {
            wrong.push(("disk-low".into(), "disk-low", format!("{} are free on the disk", in_bytes(free))));
        }
    }
    for (hill, queue) in site.accounts.queue_lengths(site.config.limits.processor_ms(), now_s)? {
        let Some(oldest) = queue.oldest_ready_s else { continue };
        let minutes = now_s.saturating_sub(oldest) / 60;
        if minutes >= queue_minutes.get() {
            let since = times::for_people(oldest);
            let what = format!("a submission has waited for {hill} since {since}");
            wrong.push((format!("queue-old/{hill}"), "queue-old", what));
        }
    }
    let lost = site.board.lost_within_an_hour(now_s);
    if lost >= workers_lost_per_hour.get() {
        let what = format!("{lost} workers were lost within an hour");
        wrong.push(("workers-lost".into(), "workers-lost", what));
    }
    let set_aside = site.accounts.set_aside(now_s.saturating_sub(SET_ASIDE_S))?;
    if set_aside > 0 {
        let what = format!("the site could not play a submission, {set_aside} within an hour");
        wrong.push(("submission-set-aside".into(), "submission-set-aside", what));
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn low(what: &str) -> Vec<Wrong> {
        vec![("disk-low".into(), "disk-low", what.into())]
    }

    #[test]
    fn an_alert_is_said_once_when_it_begins_and_once_when_it_is_over() {
        let alerts = Alerts::default();
        assert!(alerts.update(low("1 MB"), 10));
        assert!(!alerts.update(low("2 MB"), 11), "only the number has changed");
        assert_eq!(alerts.active()[0].what, "2 MB");
        assert!(alerts.update(Vec::new(), 12));
        assert!(!alerts.update(Vec::new(), 13));
        let said = alerts.after(0);
        let said: Vec<(&str, &str, u64)> =
            said.iter().map(|one| (one.kind.as_str(), one.state.as_str(), one.at_s)).collect();
        assert_eq!(said, [("disk-low", "begins", 10), ("disk-low", "over", 12)]);
        assert_eq!(alerts.after(1).len(), 1);
        assert_eq!(alerts.after(2).len(), 0);
    }

    #[test]
    fn an_alert_lasts_beyond_the_end_of_the_process() {
        let folder = tempfile::tempdir().unwrap();
        let alerts = Alerts::read(folder.path());
        alerts.update(low("1 MB"), 10);
        alerts.write(folder.path()).unwrap();
        let again = Alerts::read(folder.path());
        assert!(!again.update(low("1 MB"), 20));
        assert!(again.update(Vec::new(), 30));
        assert_eq!(again.total(), 2);
    }

    #[test]
    fn old_events_are_forgotten_and_positions_stay_right() {
        let alerts = Alerts::default();
        for at in 0..300 {
            alerts.update(if at % 2 == 0 { low("x") } else { Vec::new() }, at);
        }
        assert_eq!(alerts.total(), 300);
        assert_eq!(alerts.after(0).len(), MAX_EVENTS);
        assert_eq!(alerts.after(299)[0].at_s, 299);
    }
}
