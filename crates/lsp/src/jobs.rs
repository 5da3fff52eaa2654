//! Background jobs: fights, rankings, and checks of foreign code.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};
use game::Diagnostics;
use lsp_server::RequestId;
use lsp_types::NumberOrString;

use crate::host::{Work, WorkError};

/// The maximum number of jobs at a time. Each may use all processors, so more would only slow each other
/// down.
const MAX_JOBS: usize = 4;

/// The purpose of a job.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Purpose {
    /// The answer to a command.
    Command {
        request: RequestId,
        title: String,
        /// The token of the progress display, and whether the editor already shows it.
        progress: Option<(NumberOrString, bool)>,
    },
    /// A check of a version of a document.
    Check { uri: String, version: i32 },
}

/// The result of a job.
#[derive(Debug)]
pub(crate) enum Found {
    Sentence(String),
    Diagnostics(Diagnostics),
}

/// A message from a job to the server.
#[derive(Debug)]
pub(crate) enum JobEvent {
    Report { job: u64, message: String, percent: u32 },
    Done { job: u64, result: Result<Found, WorkError> },
}

/// A job that has not ended.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) number: u64,
    pub(crate) purpose: Purpose,
    stop: Arc<AtomicBool>,
}

impl Job {
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// All jobs that have not ended.
#[derive(Debug)]
pub(crate) struct Jobs {
    running: Vec<Job>,
    started: u64,
    sender: Sender<JobEvent>,
    receiver: Receiver<JobEvent>,
}

impl Jobs {
    pub(crate) fn new() -> Self {
        let (sender, receiver) = unbounded();
        Self { running: Vec::new(), started: 0, sender, receiver }
    }

    /// The messages from all jobs.
    pub(crate) fn events(&self) -> &Receiver<JobEvent> {
        &self.receiver
    }

    /// The number that the next job will have.
    pub(crate) fn next_number(&self) -> u64 {
        self.started
    }

    pub(crate) fn has_room(&self) -> bool {
        self.running.len() < MAX_JOBS
    }

    /// Starts a job on its own thread.
    ///
    /// # Errors
    /// If too many jobs are running, or if no thread can be started.
    pub(crate) fn start(
        &mut self,
        purpose: Purpose,
        work: impl FnOnce(&Work) -> Result<Found, WorkError> + Send + 'static,
    ) -> Result<(), String> {
        if !self.has_room() {
            return Err(format!("{MAX_JOBS} commands run already: wait for one, or cancel it"));
        }
        let (job, stop) = (self.started, Arc::new(AtomicBool::new(false)));
        let reports = self.sender.clone();
        let report = move |message, percent| drop(reports.send(JobEvent::Report { job, message, percent }));
        let end = End { job, result: None, sender: self.sender.clone() };
        let view = Work { stop: Arc::clone(&stop), report: Box::new(report) };
        thread::Builder::new()
            .name(format!("job {job}"))
            .spawn(move || {
                let mut end = end;
                end.result = Some(work(&view));
            })
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        self.started += 1;
        self.running.push(Job { number: job, purpose, stop });
        Ok(())
    }

    /// Removes a job that has ended, and returns its purpose.
    pub(crate) fn ended(&mut self, job: u64) -> Option<Purpose> {
        let at = self.running.iter().position(|one| one.number == job)?;
        Some(self.running.swap_remove(at).purpose)
    }

    pub(crate) fn running(&self) -> impl Iterator<Item = &Job> {
        self.running.iter()
    }

    pub(crate) fn find(&mut self, is_it: impl Fn(&Job) -> bool) -> Option<&mut Job> {
        self.running.iter_mut().find(|job| is_it(job))
    }

    pub(crate) fn stop_all(&self) {
        self.running.iter().for_each(Job::stop);
    }
}

/// Reports on drop that a job has ended, so that the server also learns of a job that panicked.
struct End {
    job: u64,
    result: Option<Result<Found, WorkError>>,
    sender: Sender<JobEvent>,
}

impl Drop for End {
    fn drop(&mut self) {
        let broken = || Err(WorkError::Failed("it broke off: this is a mistake in bout".into()));
        let result = self.result.take().unwrap_or_else(broken);
        // If the server is gone, nobody needs the result.
        drop(self.sender.send(JobEvent::Done { job: self.job, result }));
    }
}
