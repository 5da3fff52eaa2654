//! A worker of another version of bout, which must get no batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use contests::{Client, ContestEvent, Failure, Subscriber};
use queue::{Address, WorkerOptions};
use record::Record;

/// The version that it says it is.
const VERSION: &str = "0.0.9";

/// A worker in threads of this process, until it is dropped.
pub(super) struct OldWorker {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Hears nothing.
struct Nobody;

impl Subscriber for Nobody {
    fn hear(&self, _: ContestEvent<'_>) {}

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
        // If the server is away now, there is no such worker in this run.
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
