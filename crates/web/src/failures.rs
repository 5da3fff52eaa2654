//! Failures of the site itself: counted each time, and logged when they begin, change and end.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use accounts::AccountsError;
use contests::Failure;

use crate::api::DISK_IS_FULL;
use crate::metrics::FailureKind;
use crate::site::Site;

/// The maximum number of failures that are remembered. Further ones are logged each time.
const MAX_PLACES: usize = 1000;

/// The present failures, by kind and place.
#[derive(Default)]
pub(crate) struct SiteFailures(Mutex<BTreeMap<(FailureKind, String), String>>);

/// How a result differs from the one before.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    Begun,
    Same,
    Ended,
}

impl SiteFailures {
    fn note(&self, kind: FailureKind, place: &str, why: Option<&str>) -> Change {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (kind, place.to_owned());
        match why {
            None if known.remove(&key).is_some() => Change::Ended,
            None => Change::Same,
            Some(why) if known.get(&key).is_some_and(|known| known == why) => Change::Same,
            Some(why) => {
                if known.len() < MAX_PLACES {
                    known.insert(key, why.to_owned());
                }
                Change::Begun
            }
        }
    }
}

/// Returns the message for visitors about a failure to store something. The failure's own text
/// names files of the site, so it is only logged.
pub(crate) fn for_visitors(failure: &Failure) -> String {
    tracing::warn!(why = failure.to_string(), "cannot be kept");
    let why = match failure {
        Failure::NoRoom(_) => DISK_IS_FULL,
        _ => "The site cannot use its folder at present, so nothing was kept. Please try again soon.",
    };
    why.trim_end_matches('.').to_owned()
}

/// Returns the message for visitors about an error of the database of accounts. It explains what
/// was refused, but names no files.
pub(crate) fn of_accounts(error: &AccountsError) -> String {
    let is_of_the_site = matches!(
        error,
        AccountsError::Database { .. }
            | AccountsError::OtherVersion { .. }
            | AccountsError::NotMigrated { .. }
            | AccountsError::NotCopied { .. }
    );
    match error {
        error if error.is_full() => DISK_IS_FULL.trim_end_matches('.').to_owned(),
        _ if is_of_the_site => {
            "the site cannot use its database of accounts at present; please try again soon".into()
        }
        error => error.to_string(),
    }
}

impl Site {
    /// Records whether a repeated operation worked, logs any change, and returns its result.
    pub(crate) fn note<T, E: std::error::Error>(
        &self,
        kind: FailureKind,
        place: &str,
        done: Result<T, E>,
    ) -> Result<T, E> {
        let why = done.as_ref().err().map(ToString::to_string);
        if why.is_some() {
            self.metrics.failed(kind);
        }
        let what = kind.as_str();
        match (self.failures.note(kind, place, why.as_deref()), why) {
            (Change::Begun, Some(why)) => tracing::warn!(what, place, why, "failed"),
            (Change::Ended, _) => tracing::info!(what, place, "works again"),
            _ => {}
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_when_it_begins_changes_and_ends() {
        let failures = SiteFailures::default();
        let note = |place: &str, why| failures.note(FailureKind::Folder, place, why);
        assert_eq!(note("a", None), Change::Same);
        assert_eq!(note("a", Some("full")), Change::Begun);
        assert_eq!(note("a", Some("full")), Change::Same);
        assert_eq!(note("b", Some("full")), Change::Begun);
        assert_eq!(note("a", Some("gone")), Change::Begun);
        assert_eq!(note("a", None), Change::Ended);
        assert_eq!(note("a", None), Change::Same);
    }
}
