//! Ways of running foreign code: what came of trying them, and who hears that one does not work.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// What came of trying one way of running programs of a game on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodCheck {
    /// The way, in a few words.
    pub way: &'static str,
    /// What it is to the programs that it is for.
    pub part: Necessity,
    /// What was seen that shows that it works, or what was seen instead.
    pub seen: Result<String, String>,
}

/// What a way is to the programs that it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Necessity {
    /// Without it they cannot be run.
    Needed,
    /// One of several ways that come to the same: one is enough.
    Alternative,
    /// They can be run without it.
    Extra,
}

/// Whether confined programs can be run, by what came of trying all the ways: each that is needed works, and one of those
/// that come to the same.
#[must_use]
pub fn can_run(proofs: &[MethodCheck]) -> bool {
    let works = |part| proofs.iter().filter(move |one| one.part == part).map(|one| one.seen.is_ok());
    works(Necessity::Needed).all(|works| works) && works(Necessity::Alternative).any(|works| works)
}

/// Notes what the user of bout should know, each message once: that a way of running foreign code does not work on this
/// machine, and a slower one was taken. Clones are the same notes.
#[derive(Clone)]
pub struct WarnOnce {
    said: Arc<Mutex<BTreeSet<String>>>,
    say: Arc<dyn Fn(&str) + Send + Sync>,
}

impl fmt::Debug for WarnOnce {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("WarnOnce").field("said", &self.said).finish_non_exhaustive()
    }
}

impl WarnOnce {
    /// Notices that are handed on to `say`, which is called by any thread.
    #[must_use]
    pub fn new(say: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { said: Arc::default(), say: Arc::new(say) }
    }

    /// Notices that nobody hears.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(|_| ())
    }

    /// Hands a notice on, unless it was before.
    pub fn note(&self, notice: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&notice) {
            (self.say)(&notice);
            said.insert(notice);
        }
    }
}
