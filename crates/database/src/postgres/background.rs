//! The thread on which connections work. So any other thread may wait for them.

use std::future::Future;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use tokio::runtime::Handle;

use super::PostgresError;

/// The pause between two checks for a request to stop waiting.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// A thread on which connections work.
#[derive(Debug)]
pub(super) struct Background {
    pub(super) handle: Handle,
    /// The thread ends when this is dropped.
    _end: tokio::sync::oneshot::Sender<()>,
}

impl Background {
    pub(super) fn start() -> Result<Self, PostgresError> {
        let failed =
            |error: std::io::Error| PostgresError::Settings(format!("no thread can be started: {error}"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let handle = runtime.handle().clone();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let work = move || {
            // It ends with its sender.
            let _ = runtime.block_on(ended);
        };
        std::thread::Builder::new().name("postgres".into()).spawn(work).map_err(failed)?;
        Ok(Self { handle, _end: end })
    }
}

/// Waits for work on the thread of connections; `None` if it takes too long.
pub(super) fn waited<T: Send + 'static>(
    runtime: &Handle,
    limit: Duration,
    work: impl Future<Output = T> + Send + 'static,
) -> Option<T> {
    begun(runtime, limit, work).recv().ok().flatten()
}

/// Works like [`waited`], but fails with [`PostgresError::Stopped`] as soon as `stop` returns true.
pub(super) fn waited_until<T: Send + 'static>(
    runtime: &Handle,
    limit: Duration,
    stop: &dyn Fn() -> bool,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<Option<T>, PostgresError> {
    if stop() {
        return Err(PostgresError::Stopped);
    }
    let answer = begun(runtime, limit, work);
    loop {
        match answer.recv_timeout(BETWEEN_LOOKS) {
            Ok(done) => return Ok(done),
            Err(RecvTimeoutError::Timeout) if stop() => return Err(PostgresError::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
}

fn begun<T: Send + 'static>(
    runtime: &Handle,
    limit: Duration,
    work: impl Future<Output = T> + Send + 'static,
) -> Receiver<Option<T>> {
    let (sender, answer) = mpsc::sync_channel(1);
    runtime.spawn(async move {
        // The waiting thread may have given up.
        let _ = sender.send(tokio::time::timeout(limit, work).await.ok());
    });
    answer
}
