//! Reasons why the queue cannot be used.

use contests::Failure;

/// The reason why the queue cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// A file of the address cannot be read.
    #[error("{path}: cannot read: {error}")]
    File {
        /// Its path.
        path: String,
        /// The reason.
        error: std::io::Error,
    },
    /// A new file cannot be written.
    #[error("{path}: cannot write: {error}")]
    NewFile {
        /// Its path.
        path: String,
        /// The reason.
        error: std::io::Error,
    },
    /// The address makes no sense.
    #[error("--queue {url}: {why}")]
    Address {
        /// The address.
        url: String,
        /// The fault in it.
        why: String,
    },
    /// The server does not answer, or refuses.
    #[error("the queue at {url} cannot be used: {why}")]
    Unreachable {
        /// The address.
        url: String,
        /// What happened, and what to do.
        why: String,
    },
    /// Another command plays this contest.
    #[error("another command plays this contest over this queue already; stop it, or wait for it")]
    Busy,
    /// A contest has stopped trusting this worker.
    #[error("a contest dismissed this worker: {0}")]
    Dismissed(String),
    /// This machine lacks something.
    #[error("{0}")]
    Machine(String),
}

impl From<QueueError> for Failure {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::File { .. } | QueueError::NewFile { .. } => Self::File(error.to_string()),
            QueueError::Address { .. } => Self::Usage(error.to_string()),
            QueueError::Busy | QueueError::Dismissed(_) => Self::Refused(error.to_string()),
            QueueError::Unreachable { .. } | QueueError::Machine(_) => Self::Machine(error.to_string()),
        }
    }
}
