//! A worker that claims another version of bout, and so must not get any batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use contests::{Client, ContestEvent, Failure, Subscriber};
use queue::{Address, WorkerOptions};
use record::Record;

/// The version that the worker claims to have.
const VERSION: &str = "0.0.9";

/// A worker in threads of this process. It stops when it is dropped.
pub(super) struct OldWorker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// A subscriber that ignores all events.
struct Nobody;

impl Subscriber for Nobody {
    fn on_event(&self, _: ContestEvent<'_>) {}

    fn save_record(&self, _: &Record) -> Result<(), Failure> {
        Ok(())
    }
}

impl OldWorker {
    pub(super) fn start(url: &str) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let client = Client::new(Arc::new(Nobody), move || asked.load(Ordering::Relaxed));
        let options = WorkerOptions {
            address: Address { url: url.to_owned(), ..Address::default() },
            machine: "old".into(),
            threads: 1,
            version: VERSION.into(),
            metrics: None,
        };
        // Ignores errors: if the server is down now, this run goes on without the worker.
        let thread = thread::spawn(move || drop(queue::work(&options, &client)));
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for OldWorker {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
