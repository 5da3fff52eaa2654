//! Who waits while something is worked out: hears how far it is, and may stop it.

/// Somebody stopped what was worked out, and nothing came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped before it was worked out")]
pub struct Interrupted;

/// How far something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// What is worked out, in words.
    pub what: &'static str,
    /// Steps that are done.
    pub done: usize,
    /// All steps of this stage.
    pub all: usize,
}

/// Somebody who waits. No number depends on it.
#[derive(Clone, Copy)]
pub struct Waiting<'a> {
    stop: &'a dyn Fn() -> bool,
    told: &'a dyn Fn(Stage),
}

impl<'a> Waiting<'a> {
    /// Somebody who may want to `stop`, which is asked every few milliseconds, and is `told` how far it is.
    #[must_use]
    pub fn new(stop: &'a dyn Fn() -> bool, told: &'a dyn Fn(Stage)) -> Self {
        Self { stop, told }
    }

    /// Somebody who waits until it is worked out.
    #[must_use]
    pub fn for_ever() -> Waiting<'static> {
        Waiting { stop: &|| false, told: &|_| () }
    }

    /// Fails if it is to stop.
    pub(crate) fn check(self) -> Result<(), Interrupted> {
        if (self.stop)() { Err(Interrupted) } else { Ok(()) }
    }

    /// Tells how far it is, and fails if it is to stop.
    pub(crate) fn at(self, what: &'static str, done: usize, all: usize) -> Result<(), Interrupted> {
        self.check()?;
        (self.told)(Stage { what, done, all });
        Ok(())
    }
}

/// What comes of something that nobody stops.
pub(crate) fn unstopped<T>(work: impl FnOnce(Waiting) -> Result<T, Interrupted>) -> T {
    match work(Waiting::for_ever()) {
        Ok(done) => done,
        Err(Interrupted) => unreachable!("who waits for ever never stops anything"),
    }
}
