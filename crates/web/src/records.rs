//! Records of fights: wanted by pages, made by a worker, and kept in memory while there is room.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of failures that are remembered.
const MAX_FAILED: usize = 256;

/// A fight: the hill and the files of the two programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fight {
    pub(crate) hill: String,
    pub(crate) one: String,
    pub(crate) two: String,
    /// The number of the game, from 0; `None` for the first that `one` won, or else the first of all.
    pub(crate) game: Option<u64>,
    /// The state of the hill: other programs of the same names are another fight.
    pub(crate) fingerprint: String,
}

/// What is known of the record of a fight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// It is there: which game it is, and the bytes.
    There(String, std::sync::Arc<Vec<u8>>),
    /// A worker will make it.
    Soon,
    /// It cannot be made, for this reason.
    Never(String),
    /// Too many are waiting already.
    Busy,
}

/// All records. `K` says what they are of.
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
    /// Creates an empty store in which at most `most_waiting` fights wait, and which keeps at most so many bytes of records.
    pub(crate) fn new(most_waiting: usize, most_bytes: usize) -> Self {
        let inner = Mutex::new(Inner { waiting: VecDeque::new(), known: VecDeque::new() });
        Self { most_waiting, most_bytes, inner, arrived: Condvar::new() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner<K>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the record of a fight, or lets a worker make it.
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

    /// Returns the number of fights that wait.
    pub(crate) fn waiting(&self) -> usize {
        self.inner().waiting.len()
    }

    /// Waits for a fight to make a record of. It stays in the queue until [`Records::put`].
    pub(crate) fn next(&self, patience: Duration) -> Option<K> {
        let inner = self.inner();
        let (inner, _) = self
            .arrived
            .wait_timeout_while(inner, patience, |inner| inner.waiting.is_empty())
            .unwrap_or_else(PoisonError::into_inner);
        inner.waiting.front().cloned()
    }

    /// Forgets the fights that `is_gone` accepts. They are made again when somebody asks.
    pub(crate) fn forget(&self, is_gone: impl Fn(&K) -> bool) {
        self.inner().known.retain(|(fight, _)| !is_gone(fight));
    }

    /// Returns the bytes of all records.
    pub(crate) fn bytes(&self) -> u64 {
        let size = |(_, what): &(K, Wanted)| match what {
            Wanted::There(_, bytes) => bytes.len() as u64,
            _ => 0,
        };
        self.inner().known.iter().map(size).sum()
    }

    /// Keeps what is known of a fight, and forgets the oldest ones if there are too many.
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
