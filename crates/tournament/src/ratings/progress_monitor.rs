//! Progress and cancellation of long computations.

/// The computation was stopped, and has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped before it was finished")]
pub struct Interrupted;

/// The progress of a computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// What is being computed, in words.
    pub what: &'static str,
    /// Steps done.
    pub done: usize,
    /// All steps of this stage.
    pub all: usize,
}

/// How a caller waits for a computation: it can stop it and receives its progress. No result depends on it.
#[derive(Clone, Copy)]
pub struct ProgressMonitor<'a> {
    stop: &'a dyn Fn() -> bool,
    told: &'a dyn Fn(Stage),
}

impl<'a> ProgressMonitor<'a> {
    /// Calls `stop` every few milliseconds and stops if it returns true; passes the progress to `told`.
    #[must_use]
    pub fn new(stop: &'a dyn Fn() -> bool, told: &'a dyn Fn(Stage)) -> Self {
        Self { stop, told }
    }

    /// Waits until the computation is finished, and ignores its progress.
    #[must_use]
    pub fn none() -> ProgressMonitor<'static> {
        ProgressMonitor { stop: &|| false, told: &|_| () }
    }

    /// Fails if the caller wants to stop.
    pub(crate) fn check(self) -> Result<(), Interrupted> {
        if (self.stop)() { Err(Interrupted) } else { Ok(()) }
    }

    /// Reports progress, and fails if the caller wants to stop.
    pub(crate) fn at(self, what: &'static str, done: usize, all: usize) -> Result<(), Interrupted> {
        self.check()?;
        (self.told)(Stage { what, done, all });
        Ok(())
    }
}

/// The result of a computation that cannot be stopped.
pub(crate) fn unstopped<T>(work: impl FnOnce(ProgressMonitor) -> Result<T, Interrupted>) -> T {
    match work(ProgressMonitor::none()) {
        Ok(done) => done,
        Err(Interrupted) => unreachable!("a caller that waits for ever never stops anything"),
    }
}
