//! Records of fights: pages request them, a worker makes them, and they stay in memory while there
//! is room.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum number of failures that are remembered. Each counts as this fraction of the memory
/// for records.
const MAX_FAILED: usize = 256;

/// A fight: the hill and the files of the two programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fight {
    pub(crate) hill: String,
    pub(crate) one: String,
    pub(crate) two: String,
    /// The number of the game, from 0; `None` for the first game that `one` won, or game 0 if there
    /// is none.
    pub(crate) game: Option<u64>,
    /// The fingerprint of the hill: if its programs change but keep their names, this is another
    /// fight.
    pub(crate) fingerprint: String,
}

/// The state of the record of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// It is available: a description of the game, and the bytes of the record.
    There(String, std::sync::Arc<Vec<u8>>),
    /// A worker will make it.
    Soon,
    /// It cannot be made, for this reason.
    Never(String),
    /// Too many are waiting already.
    Busy,
}

/// All records. `K` identifies what a record is about.
pub(crate) struct Records<K = Fight> {
    most_waiting: usize,
    most_bytes: usize,
    inner: Mutex<Inner<K>>,
    arrived: Condvar,
}

struct Inner<K> {
    waiting: VecDeque<K>,
    known: VecDeque<(K, Wanted)>,
}

impl<K: Clone + PartialEq> Records<K> {
    /// Creates an empty store for at most `most_waiting` waiting fights and `most_bytes` bytes of
    /// records.
    pub(crate) fn new(most_waiting: usize, most_bytes: usize) -> Self {
        let inner = Mutex::new(Inner { waiting: VecDeque::new(), known: VecDeque::new() });
        Self { most_waiting, most_bytes, inner, arrived: Condvar::new() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner<K>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the record of a fight, or queues the fight for a worker.
    pub(crate) fn want(&self, fight: &K) -> Wanted {
        let mut inner = self.inner();
        if let Some((_, known)) = inner.known.iter().find(|(known, _)| known == fight) {
            return known.clone();
        }
        if inner.waiting.contains(fight) {
            return Wanted::Soon;
        }
        if inner.waiting.len() >= self.most_waiting {
            return Wanted::Busy;
        }
        inner.waiting.push_back(fight.clone());
        self.arrived.notify_one();
        Wanted::Soon
    }

    /// Returns the number of waiting fights.
    pub(crate) fn waiting(&self) -> usize {
        self.inner().waiting.len()
    }

    /// Waits for a fight whose record a worker should make. It stays in the queue until
    /// [`Records::put`].
    pub(crate) fn next(&self, patience: Duration) -> Option<K> {
        let inner = self.inner();
        let (inner, _) = self
            .arrived
            .wait_timeout_while(inner, patience, |inner| inner.waiting.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        inner.waiting.front().cloned()
    }

    /// Drops the records of the fights that `is_gone` accepts. They are made again on request.
    pub(crate) fn forget(&self, is_gone: impl Fn(&K) -> bool) {
        self.inner().known.retain(|(fight, _)| !is_gone(fight));
    }

    /// Returns the total size of all records, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let size = |(_, what): &(K, Wanted)| match what {
            Wanted::There(_, bytes) => bytes.len() as u64,
            _ => 0,
        };
        self.inner().known.iter().map(size).sum()
    }

    /// Stores the state of a record, and drops the oldest ones if they need too much memory.
    pub(crate) fn put(&self, fight: &K, what: Wanted) {
        let mut inner = self.inner();
        inner.waiting.retain(|waiting| waiting != fight);
        inner.known.push_back((fight.clone(), what));
        let size = |(_, what): &(K, Wanted)| match what {
            Wanted::There(_, bytes) => bytes.len(),
            _ => self.most_bytes / MAX_FAILED,
        };
        while inner.known.len() > 1 && inner.known.iter().map(size).sum::<usize>() > self.most_bytes {
            inner.known.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fight(one: &str) -> Fight {
        let [hill, two, fingerprint] = ["crash", "b", "0"].map(String::from);
        Fight { hill, one: one.into(), two, game: None, fingerprint }
    }

    #[test]
    fn a_fight_waits_once_and_is_there_afterwards() {
        let records = Records::new(1, 1 << 20);
        assert_eq!(records.want(&fight("a")), Wanted::Soon);
        assert_eq!(records.want(&fight("a")), Wanted::Soon);
        assert_eq!(records.want(&fight("c")), Wanted::Busy);
        assert_eq!(records.next(Duration::ZERO), Some(fight("a")));
        let there = Wanted::There("a game".into(), std::sync::Arc::new(vec![1]));
        records.put(&fight("a"), there.clone());
        assert_eq!(records.want(&fight("a")), there);
        assert_eq!(records.next(Duration::ZERO), None);
        assert_eq!(records.want(&fight("c")), Wanted::Soon);
    }

    #[test]
    fn the_oldest_records_go_first() {
        let records = Records::new(9, 5);
        let there = Wanted::There("a game".into(), std::sync::Arc::new(vec![1, 2]));
        for one in ["a", "b", "c"] {
            records.put(&fight(one), there.clone());
        }
        assert_eq!(["a", "b", "c"].map(|one| records.want(&fight(one)) == there), [false, true, true]);
    }
}
