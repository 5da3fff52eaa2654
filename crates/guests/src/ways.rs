//! Ways of running foreign code: what came of trying them, and who hears that one does not work.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// What came of trying one way of running programs of a game on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The way, in a few words.
    pub way: &'static str,
    /// What was seen that shows that it works, or what was seen instead.
    pub seen: Result<String, String>,
}

impl Proof {
    /// A proof of something that was tried just now.
    #[must_use]
    pub fn of(way: &'static str, seen: Result<String, String>) -> Self {
        Self { way, seen }
    }
}

/// Takes note of what whoever uses bout should know, each once: that a way of running foreign code does not work on this
/// machine, and a slower one was taken. Clones are the same notes.
#[derive(Debug, Clone)]
pub struct Notices {
    said: Arc<Mutex<BTreeSet<String>>>,
    say: fn(&str),
}

impl Notices {
    /// Notices that are handed on to `say`, which is called by any thread.
    #[must_use]
    pub fn new(say: fn(&str)) -> Self {
        Self { said: Arc::default(), say }
    }

    /// Notices that nobody hears.
    #[must_use]
    pub fn unheard() -> Self {
        Self::new(|_| ())
    }

    pub(crate) fn note(&self, notice: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&notice) {
            (self.say)(&notice);
            said.insert(notice);
        }
    }
}
