//! Confined processes of earlier matches, kept for later ones.

use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;

/// How many are kept: for each of some threads, as many as a small round robin has programs.
const MAX_KEPT: usize = 64;

/// Processes that rest between matches, those used last at the end. They go with the house, not with the threads: a
/// process must not end before it has waited for its children.
#[derive(Debug)]
pub(crate) struct Kept<T>(Mutex<Vec<(ThreadId, T)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Kept<T> {
    /// One that the calling thread has kept: a confined process ends with the thread that has started it.
    pub(crate) fn take(&self, fits: impl Fn(&T) -> bool) -> Option<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = std::thread::current().id();
        let at = kept.iter().rposition(|(thread, resting)| *thread == own && fits(resting))?;
        Some(kept.remove(at).1)
    }

    /// Keeps one that the calling thread has started.
    pub(crate) fn put(&self, resting: T) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let oldest = (kept.len() >= MAX_KEPT).then(|| kept.remove(0));
        kept.push((std::thread::current().id(), resting));
        // It is waited for when nobody waits for the lock.
        drop(kept);
        drop(oldest);
    }
}
