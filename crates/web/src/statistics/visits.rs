//! Counts the visitors per day without identifying them.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, PoisonError};

use accounts::DAY_S;

/// The most distinct visitors counted per day.
const MAX_VISITORS: usize = 100_000;

/// Counts visitors and requests. An address is only stored as a hash, with a key that is discarded at the end
/// of the day.
#[derive(Default)]
pub(crate) struct Visits(Mutex<Day>);

#[derive(Default)]
struct Day {
    /// The number of days since 1970.
    number: u64,
    key: RandomState,
    seen: HashSet<u64>,
    new_visitors: u64,
    requests: u64,
}

impl Visits {
    /// Counts a request.
    pub(crate) fn note(&self, visitor: &str, now_s: u64) {
        let mut day = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        day.begin(now_s);
        day.requests += 1;
        let hash = day.key.hash_one(visitor);
        if day.seen.len() < MAX_VISITORS && day.seen.insert(hash) {
            day.new_visitors += 1;
        }
    }

    /// Returns the numbers of new visitors and of requests since the last call.
    pub(crate) fn take(&self, now_s: u64) -> (u64, u64) {
        let mut day = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counted = (day.new_visitors, day.requests);
        (day.new_visitors, day.requests) = (0, 0);
        day.begin(now_s);
        counted
    }
}

impl Day {
    fn begin(&mut self, now_s: u64) {
        let today = now_s / DAY_S;
        if self.number != today {
            (self.number, self.key) = (today, RandomState::new());
            self.seen.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_counts_once_a_day() {
        let visits = Visits::default();
        for visitor in ["10.0.0.1", "10.0.0.2", "10.0.0.1"] {
            visits.note(visitor, DAY_S);
        }
        assert_eq!(visits.take(DAY_S), (2, 3));
        visits.note("10.0.0.1", DAY_S + 1);
        assert_eq!(visits.take(DAY_S + 1), (0, 1));
        visits.note("10.0.0.1", 2 * DAY_S);
        assert_eq!(visits.take(2 * DAY_S), (1, 1));
    }
}
