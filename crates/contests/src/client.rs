//! The client of this crate: it hears events, and can stop long operations.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use game::Diagnostics;
use record::Record;

use crate::Failure;
use crate::program_file::ProgramFile;

/// What happens while a contest runs.
#[derive(Debug, Clone, Copy)]
pub enum ContestEvent<'a> {
    /// A sentence for people.
    Note(&'a str),
    /// A program cannot be used.
    Refused {
        /// Its file.
        file: &'a ProgramFile,
        /// What is wrong with it.
        diagnostics: &'a Diagnostics,
    },
    /// A task begins.
    Started {
        /// Its name.
        task: &'a str,
        /// What it counts, in the plural.
        unit: &'static str,
        /// At least how many of these there are.
        total: u64,
    },
    /// This much more of the task is done.
    Advanced(u64),
    /// This many matches were played, besides those whose results were known. [`ContestEvent::Advanced`] counts both.
    Played(u64),
    /// Some of the matches were played elsewhere, and took this long there.
    PlayedElsewhere(Duration),
    /// The program with the most points so far.
    Leader(&'a str),
    /// A better estimate of the task's remaining time than the number of matches gives; `None` if there is none.
    TimeLeft(Option<Duration>),
    /// The setups of one order of a pair are being counted.
    Counting {
        /// The number of parts that are done.
        done: u64,
        /// The number of all parts.
        parts: u64,
        /// The time taken so far.
        elapsed: Duration,
    },
    /// A long calculation has reached this stage. This event is frequent.
    Stage {
        /// The name of the calculation.
        task: &'a str,
        /// The name of the stage.
        what: &'a str,
        /// The number of steps that are done.
        done: u64,
        /// The number of all steps.
        all: u64,
    },
    /// The task is over, or was stopped.
    Finished,
}

/// Hears the events of a contest.
pub trait Subscriber: Send + Sync {
    /// Hears an event.
    fn on_event(&self, event: ContestEvent<'_>);

    /// Receives the record of a match, if records were asked for. Several threads may call it.
    ///
    /// # Errors
    ///
    /// A failure ends the operation that played the match.
    fn save_record(&self, record: &Record) -> Result<(), Failure>;
}

/// The user of this crate: a command, or a server.
#[derive(Clone)]
pub struct Client {
    subscriber: Arc<dyn Subscriber>,
    stop: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Client {
    /// Creates a client that hears events through `subscriber`. As soon as `stop` returns true, long operations end.
    pub fn new(subscriber: Arc<dyn Subscriber>, stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { subscriber, stop: Arc::new(stop) }
    }

    /// Returns a client with the same subscriber that is stopped by `stop`.
    #[must_use]
    pub fn stopped_by(&self, stop: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { subscriber: Arc::clone(&self.subscriber), stop: Arc::new(stop) }
    }

    /// Tells the client about an event.
    pub fn tell(&self, event: ContestEvent) {
        self.subscriber.on_event(event);
    }

    /// Passes a sentence for people to the client.
    pub fn note(&self, line: &str) {
        self.tell(ContestEvent::Note(line));
    }

    /// Gives the client the record of a match.
    pub fn save_record(&self, record: &Record) -> Result<(), Failure> {
        self.subscriber.save_record(record)
    }

    /// Returns true if the client wants the operation to end.
    #[must_use]
    pub fn wants_to_stop(&self) -> bool {
        (self.stop)()
    }

    /// Returns the function that says whether the client wants the operation to end.
    pub fn stop(&self) -> &(dyn Fn() -> bool + Sync) {
        self.stop.as_ref()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client").finish_non_exhaustive()
    }
}
