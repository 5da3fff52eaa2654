//! A coordinator's requests to the queue. Either this process has the connection, or another one has it and answers for
//! it, so that a coordinator needs no network of its own.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::link::TransientError;
use crate::presence::Presence;

/// Answers the requests of a coordinator about one contest.
pub(crate) trait Transport: Send + Sync {
    /// Answers a request.
    ///
    /// # Errors
    /// If the server does not answer, or has lost its data. It may answer later.
    fn ask(&self, request: Request) -> Result<Answer, TransientError>;
}

/// A coordinator's request. It concerns the contest of the line.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Be the only coordinator of the contest.
    Begin,
    /// Make the missing streams and buckets.
    MakeMissing,
    /// Put a program into its bucket, unless it is there already.
    PutProgram {
        /// Its identity.
        id: String,
        /// Its source.
        source: Vec<u8>,
    },
    /// Publish batches. After a failure, some of them may be in the queue.
    Publish(Vec<Outgoing>),
    /// List the batches of a channel that no worker has acknowledged.
    Waiting {
        /// The channel's name.
        channel: String,
    },
    /// Remove the batches of a channel that no worker has pulled.
    Withdraw {
        /// The channel's name.
        channel: String,
    },
    /// Get the events from the queue. This waits for the first one.
    Events {
        /// How long to wait, in milliseconds.
        wait_ms: u64,
    },
    /// Get a report that was too long for a message.
    LongReport {
        /// Its name.
        name: String,
    },
    /// Acknowledge reports whose results are saved.
    Acknowledge(Vec<Acknowledged>),
    /// Tell a worker that its results are no longer trusted.
    Dismiss {
        /// Its name.
        worker: String,
        /// The reason.
        why: String,
    },
    /// List the workers that are there.
    Workers,
    /// Remove everything that the contest has left in the queue.
    Finish,
}

/// A batch to publish.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outgoing {
    /// The channel's name.
    pub(crate) channel: String,
    /// Its identity.
    pub(crate) id: String,
    /// The batch as bytes.
    pub(crate) batch: Vec<u8>,
}

/// A report to acknowledge.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Acknowledged {
    /// Its number.
    pub(crate) number: u64,
    /// The name of the object that contains it, if it was too long for a message.
    pub(crate) long: Option<String>,
}

/// Answers to requests.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    /// It is done.
    Done,
    /// It cannot be done, and trying again is useless.
    Refused(String),
    /// The identities of batches.
    Batches(Vec<String>),
    /// The events.
    Events(Vec<Event>),
    /// A long report.
    Bytes(Vec<u8>),
    /// Workers.
    Workers(Vec<Presence>),
}

/// An event that reaches a coordinator from the queue.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Event {
    /// A report.
    Report(Delivery),
    /// There are no more reports at the moment.
    NoReports,
}

/// A message with a report. It is delivered again unless it is acknowledged.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    /// The number by which it is acknowledged.
    pub(crate) number: u64,
    /// The content of the message.
    pub(crate) payload: Vec<u8>,
}

/// Returns the error for an answer of the wrong kind.
fn strange() -> TransientError {
    TransientError("the process with the connection answered something else".into())
}

/// Requests as functions.
impl dyn Transport + '_ {
    fn done(&self, request: Request) -> Result<(), TransientError> {
        match self.ask(request)? {
            Answer::Done => Ok(()),
            Answer::Refused(why) => Err(TransientError(why)),
            _ => Err(strange()),
        }
    }

    /// Makes this the only coordinator of the contest. If this is impossible, it returns the reason.
    pub(crate) fn begin(&self) -> Result<(), String> {
        self.done(Request::Begin).map_err(|trouble| trouble.0)
    }

    pub(crate) fn make_missing(&self) -> Result<(), TransientError> {
        self.done(Request::MakeMissing)
    }

    pub(crate) fn put_program(&self, id: String, source: &[u8]) -> Result<(), TransientError> {
        self.done(Request::PutProgram { id, source: source.to_owned() })
    }

    pub(crate) fn publish(&self, batches: Vec<Outgoing>) -> Result<(), TransientError> {
        self.done(Request::Publish(batches))
    }

    pub(crate) fn waiting(&self, channel: String) -> Result<Vec<String>, TransientError> {
        match self.ask(Request::Waiting { channel })? {
            Answer::Batches(ids) => Ok(ids),
            _ => Err(strange()),
        }
    }

    pub(crate) fn withdraw(&self, channel: String) -> Result<(), TransientError> {
        self.done(Request::Withdraw { channel })
    }

    pub(crate) fn events(&self, wait: Duration) -> Result<Vec<Event>, TransientError> {
        let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
        match self.ask(Request::Events { wait_ms })? {
            Answer::Events(events) => Ok(events),
            _ => Err(strange()),
        }
    }

    pub(crate) fn long_report(&self, name: String) -> Result<Vec<u8>, TransientError> {
        match self.ask(Request::LongReport { name })? {
            Answer::Bytes(bytes) => Ok(bytes),
            _ => Err(strange()),
        }
    }

    pub(crate) fn acknowledge(&self, reports: Vec<Acknowledged>) -> Result<(), TransientError> {
        self.done(Request::Acknowledge(reports))
    }

    pub(crate) fn dismiss(&self, worker: String, why: String) -> Result<(), TransientError> {
        self.done(Request::Dismiss { worker, why })
    }

    pub(crate) fn workers(&self) -> Result<Vec<Presence>, TransientError> {
        match self.ask(Request::Workers)? {
            Answer::Workers(workers) => Ok(workers),
            _ => Err(strange()),
        }
    }

    pub(crate) fn finish(&self) -> Result<(), TransientError> {
        self.done(Request::Finish)
    }
}
