//! Runs long work without Python's global lock: other Python threads continue, and Ctrl-C stops the work.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors;

/// How often to check for signals.
const SIGNAL_PERIOD: Duration = Duration::from_millis(50);

/// Returns whether the work should stop.
pub(crate) type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Runs `work` on its own thread. `work` must call its argument every few milliseconds, and return if that
/// returns true, which it does after Ctrl-C. Then the result is dropped, and the error is the exception of
/// Python's signal handler. A panic becomes an exception.
pub(crate) fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(Stop) -> T + Send) -> PyResult<T> {
    let worked = py.detach(|| work_and_listen(work));
    match worked? {
        Ok(result) => Ok(result),
        Err(payload) => Err(errors::of_panic(py, payload.as_ref())),
    }
}

/// Runs `work` on this thread, without Python's global lock. It must take at most a few milliseconds, because
/// Ctrl-C does not stop it. A panic becomes an exception.
pub(crate) fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let worked = py.detach(|| catch_unwind(AssertUnwindSafe(work)));
    worked.map_err(|payload| errors::of_panic(py, payload.as_ref()))
}

fn work_and_listen<T: Send>(work: impl FnOnce(Stop) -> T + Send) -> PyResult<thread::Result<T>> {
    let stop = AtomicBool::new(false);
    let mut raised = None;
    let worked = thread::scope(|scope| {
        let (sender, done) = sync_channel::<()>(1);
        let stop = &stop;
        let worker = thread::Builder::new().spawn_scoped(scope, move || {
            // Dropping it ends the loop below, even after a panic.
            let _sender = sender;
            work(&|| stop.load(Ordering::Relaxed))
        })?;
        while done.recv_timeout(SIGNAL_PERIOD) == Err(RecvTimeoutError::Timeout) {
            #[allow(
                clippy::redundant_closure_for_method_calls,
                reason = "the method has too narrow a lifetime"
            )]
            let signalled = Python::attach(|py| py.check_signals());
            if let Err(error) = signalled {
                stop.store(true, Ordering::Relaxed);
                raised = Some(error);
                break;
            }
        }
        std::io::Result::Ok(worker.join())
    })?;
    match raised {
        Some(error) => Err(error),
        None => Ok(worked),
    }
}
