//! Signals to all tasks that the site is stopping.

use tokio::sync::watch;

/// Whether the site is about to stop.
pub(crate) struct Stopping(watch::Sender<bool>);

impl Default for Stopping {
    fn default() -> Self {
        Self(watch::channel(false).0)
    }
}

impl Stopping {
    /// Wakes all tasks that wait for the site to stop.
    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the site begins to stop.
    pub(crate) fn begun(&self) -> impl Future<Output = ()> + Send + 'static {
        let mut stopping = self.0.subscribe();
        async move {
            // An error means that the site is gone.
            let _ = stopping.wait_for(|stops| *stops).await;
        }
    }
}
