//! Stores when the site first saw each change of a hill. The histories of hills contain no times,
//! so that they do not depend on a clock.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use contests::confined_folder::ConfinedFolder;
use contests::file_name::FileName;

/// The folder in the site's `.bout` with the times, in one file for each hill.
const SEEN: &str = "seen";

/// How far a stored time may be in the future, in seconds, before it is corrected.
const MAX_AHEAD_S: u64 = 60;

/// Returns the times of a hill's changes, in seconds since 1970, in the order of its history. New
/// changes get the present time, which is stored. Changes from before the site knew the hill get
/// the time of the file `history`.
pub(crate) fn of_changes(site: &Path, hill: &str, history: &Path, changes: usize, known: &[u64]) -> Vec<u64> {
    let now = now();
    if known.len() == changes && !is_ahead(known, now) {
        return known.to_vec();
    }
    let mut kept = if known.is_empty() { read(site, hill) } else { known.to_vec() };
    if is_ahead(&kept, now) {
        // The clock was ahead when they were stored. Without a correction, anything that waits for
        // a later time could wait for years.
        for time in &mut kept {
            *time = now.min(*time);
        }
    }
    let missing = if kept.is_empty() { time_of_file(history).min(now) } else { now };
    // The times stay in order even if the clock was set back a little.
    let missing = missing.max(kept.last().copied().unwrap_or(0));
    let mut times = kept;
    times.resize(changes, missing);
    // If the times cannot be written, they are kept in memory only.
    if write(site, hill, &times).is_none() {
        tracing::warn!(place = hill, "times of changes cannot be kept");
    }
    times
}

/// Returns the times of a hill's changes as another process stored them. Changes that are not
/// stored yet get the present time or, if none are stored, the time of the file `history`.
pub(crate) fn as_kept(site: &Path, hill: &str, history: &Path, changes: usize) -> Vec<u64> {
    let mut times = read(site, hill);
    let now = now();
    let missing = if times.is_empty() { time_of_file(history).min(now) } else { now };
    times.resize(changes, missing);
    times
}

/// Returns true if the last of these times is further in the future than a small correction of the
/// clock explains.
pub(crate) fn is_ahead(times: &[u64], now: u64) -> bool {
    times.last().is_some_and(|last| *last > now.saturating_add(MAX_AHEAD_S))
}

/// Formats a time for feeds and the API: `2026-01-31T12:00:00Z`.
pub(crate) fn in_words(seconds: u64) -> String {
    // The last second of the year 9999. The format has no room for later years.
    let seconds = seconds.min(253_402_300_799);
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_secs(seconds)).to_string()
}

/// Formats a time for people, in universal time: `2026-01-31 12:00:00 UTC`.
pub(crate) fn for_people(seconds: u64) -> String {
    in_words(seconds).replace('T', " ").replace('Z', " UTC")
}

fn read(site: &Path, hill: &str) -> Vec<u64> {
    let read = || {
        let folder = ConfinedFolder::open(&site.join(".bout").join(SEEN)).ok()?;
        let bytes = folder.read(&file_of(hill)?).ok()??;
        serde_json::from_slice::<Vec<u64>>(&bytes).ok()
    };
    read().unwrap_or_default()
}

fn write(site: &Path, hill: &str, times: &[u64]) -> Option<()> {
    let path = site.join(".bout").join(SEEN);
    contests::confined_folder::create_durably(&path).ok()?;
    let text = serde_json::to_vec(times).ok()?;
    ConfinedFolder::open(&path).ok()?.write_durably(&file_of(hill)?, &text).ok()
}

fn file_of(hill: &str) -> Option<FileName> {
    FileName::new(&format!("{hill}.json")).ok()
}

fn time_of_file(history: &Path) -> u64 {
    let changed = std::fs::symlink_metadata(history).and_then(|about| about.modified());
    changed.map_or_else(|_| now(), since_1970)
}

/// Returns the present time, in seconds since 1970.
pub(crate) fn now() -> u64 {
    since_1970(SystemTime::now())
}

/// Converts a time to seconds since 1970; earlier times become 0.
pub(crate) fn since_1970(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_kept_and_never_go_back() {
        let site = tempfile::tempdir().unwrap();
        let folder = site.path().join("small");
        let first = of_changes(site.path(), "small", &folder, 2, &[]);
        assert_eq!(first[0], first[1]);
        assert_eq!(of_changes(site.path(), "small", &folder, 2, &[]), first);
        let late = vec![now() + MAX_AHEAD_S; 2];
        assert_eq!(of_changes(site.path(), "small", &folder, 3, &late), [late[0]; 3]);
        assert_eq!(of_changes(site.path(), "small", &folder, 1, &late), [late[0]]);
    }

    #[test]
    fn times_of_a_clock_that_was_years_ahead_are_taken_back() {
        let site = tempfile::tempdir().unwrap();
        let folder = site.path().join("small");
        let before = now();
        let ahead = vec![7, before + 1_000_000_000];
        for changes in [2, 3] {
            let times = of_changes(site.path(), "small", &folder, changes, &ahead);
            assert_eq!((times.len(), times[0]), (changes, 7));
            assert!(times[1..].iter().all(|time| (before..=now()).contains(time)), "{times:?}");
            assert_eq!(read(site.path(), "small"), times);
        }
    }

    #[test]
    fn times_have_the_form_of_feeds() {
        assert_eq!(in_words(0), "1970-01-01T00:00:00Z");
        assert_eq!(in_words(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(in_words(u64::MAX), "9999-12-31T23:59:59Z");
    }
}
