//! Why an operation ends without doing what was asked.

use std::io;
use std::path::Path;

/// An error that ends an operation. The variants tell a caller how to react; the text is for people.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The answer is no: a program has errors, a case fails, a record is damaged or wrong, a setup is illegal. The
    /// client may have heard the details already; then the text may be empty.
    #[error("{0}")]
    Refused(String),
    /// The user asks for something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// A file cannot be written, because its disk is full or the user's quota is used up.
    #[error("{0}")]
    NoRoom(String),
    /// This machine lacks something, or matches stayed void.
    #[error("{0}")]
    Machine(String),
    /// A resource elsewhere cannot be reached now. A later attempt may work.
    #[error("{0}")]
    Unreachable(String),
    /// The client stopped the operation. The text says what is kept.
    #[error("{0}")]
    Interrupted(String),
    /// Nobody reads the output any more.
    #[error("the output was closed")]
    OutputClosed,
}

impl From<store::StoreError> for Failure {
    fn from(error: store::StoreError) -> Self {
        match error {
            store::StoreError::Stopped { .. } => Self::Interrupted(error.to_string()),
            store::StoreError::Unreachable { .. } => Self::Unreachable(error.to_string()),
            error => Self::File(error.to_string()),
        }
    }
}

impl Failure {
    /// Creates the error for a file that cannot be read or written.
    #[must_use]
    pub fn file(path: &Path, doing: &str, error: &io::Error) -> Self {
        let text = format!("{}: cannot {doing}: {error}", path.display());
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoRoom(text),
            _ => Self::File(text),
        }
    }
}
