//! Ways of running foreign code: the result of testing each, and notices about those that do not work.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The result of testing, on this machine, one way of running a game's programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodCheck {
    /// The way, in a few words.
    pub way: &'static str,
    /// How much the programs that it is for depend on it.
    pub part: Necessity,
    /// The evidence that it works, or what happened instead.
    pub seen: Result<String, String>,
}

/// How much programs depend on a way of running them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Necessity {
    /// Without it, they cannot be run.
    Needed,
    /// One of several equivalent ways: one is enough.
    Alternative,
    /// They can also be run without it.
    Extra,
}

/// Whether confined programs can be run, by the results for all ways: every needed way must work, and at least one of the
/// alternatives.
#[must_use]
pub fn can_run(proofs: &[MethodCheck]) -> bool {
    let works = |part| proofs.iter().filter(move |one| one.part == part).map(|one| one.seen.is_ok());
    works(Necessity::Needed).all(|works| works) && works(Necessity::Alternative).any(|works| works)
}

/// Tells the user of bout, each message once, that a way of running foreign code does not work on this machine and that a
/// slower one was taken. Clones share their record of messages.
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
    /// Passes notices on to `say`, which any thread may call.
    #[must_use]
    pub fn new(say: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { said: Arc::default(), say: Arc::new(say) }
    }

    /// Shows notices to nobody.
    #[must_use]
    pub fn silent() -> Self {
        Self::new(|_| ())
    }

    /// Passes a notice on, unless it has been passed on before.
    pub fn note(&self, notice: String) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        if !said.contains(&notice) {
            (self.say)(&notice);
            said.insert(notice);
        }
    }
}
