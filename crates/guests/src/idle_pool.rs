//! A pool of confined processes that are kept from earlier matches for later ones.

use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

/// How many are kept: enough for several threads, each with as many programs as a small round robin has.
const MAX_KEPT: usize = 64;
/// How many bytes they take up at most, all together. A process that is larger by itself is kept alone.
const MAX_KEPT_BYTES: u64 = 2 << 30;

/// Processes that rest between matches, the most recently used at the end. They are dropped with the factory, not with the
/// threads: a process must not end before it has waited for its children.
#[derive(Debug)]
pub(crate) struct IdlePool<T>(Mutex<Vec<Idle<T>>>);

#[derive(Debug)]
struct Idle<T> {
    thread: ThreadId,
    process: T,
    bytes: u64,
}

impl<T> Default for IdlePool<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> IdlePool<T> {
    /// A process that the calling thread has kept: a confined process ends with the thread that started it.
    pub(crate) fn take(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = std::thread::current().id();
        let at = kept.iter().rposition(|one| one.thread == own && fits(&one.process))?;
        Some(kept.remove(at).process)
    }

    /// Keeps a process that the calling thread has started and that takes up this many bytes while it rests.
    pub(crate) fn put(&self, process: T, bytes: u64) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(Idle { thread: std::thread::current().id(), process, bytes });
        let over = kept.len() - bounded(kept.iter().rev().map(|one| one.bytes));
        let oldest: Vec<_> = kept.drain(..over).collect();
        // Dropping the processes waits for them, so the lock is released first.
        drop(kept);
        drop(oldest);
    }
}

/// How many processes of these sizes, in bytes, are within the bounds, counted from the first; at least one.
fn bounded(bytes: impl Iterator<Item = u64>) -> usize {
    let sums = bytes.scan(0_u64, |sum, bytes| {
        *sum = sum.saturating_add(bytes);
        Some(*sum)
    });
    sums.take(MAX_KEPT).enumerate().take_while(|&(nth, sum)| nth == 0 || sum <= MAX_KEPT_BYTES).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_many_nor_large_ones_take_up_more_than_the_bounds() {
        for (bytes, expected) in [(1, MAX_KEPT), (MAX_KEPT_BYTES / 8, 8), (MAX_KEPT_BYTES * 2, 1)] {
            let kept = IdlePool::default();
            for nth in 0..200 {
                kept.put(nth, bytes);
            }
            let found: Vec<i32> = std::iter::from_fn(|| kept.take(|_| true)).collect();
            // The most recently used ones are still there.
            let newest: Vec<i32> = (0..200).rev().take(expected).collect();
            assert_eq!(found, newest, "{bytes} bytes each");
        }
    }
}
