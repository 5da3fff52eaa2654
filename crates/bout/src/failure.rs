//! Why a command ends without having done what it was asked: the one place that turns errors into
//! messages and exit codes.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::output::for_people;

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The answer is no: a program has errors, a case fails, a record is damaged or wrong, a setup is illegal. The
    /// details may have been printed already.
    #[error("{0}")]
    Refused(String),
    /// The command line asks for something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// This machine lacks something, or matches stayed void.
    #[error("{0}")]
    Machine(String),
    /// Ctrl-C. Finished work is kept; the message says how to continue.
    #[error("{0}")]
    Interrupted(String),
    /// The reader of standard output has closed it.
    #[error("standard output was closed")]
    PipeClosed,
}

impl From<store::StoreError> for Failure {
    fn from(error: store::StoreError) -> Self {
        match error {
            store::StoreError::Stopped { .. } => Self::Interrupted(error.to_string()),
            error => Self::File(error.to_string()),
        }
    }
}

impl Failure {
    /// Creates the error for a file that cannot be read or written.
    pub(crate) fn file(path: &Path, doing: &str, error: &io::Error) -> Self {
        Self::File(format!("{}: cannot {doing}: {error}", path.display()))
    }

    /// Converts an error of writing standard output.
    pub(crate) fn output(error: &io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::File(format!("standard output: cannot write: {error}")),
        }
    }

    /// Prints the error on standard error, and returns the documented exit code.
    pub(crate) fn report(&self) -> ExitCode {
        let code = match self {
            Self::PipeClosed => return ExitCode::SUCCESS,
            Self::Refused(_) => 1,
            Self::Usage(_) => 2,
            Self::File(_) => 3,
            Self::Machine(_) => 4,
            Self::Interrupted(_) => 130,
        };
        let message = self.to_string();
        if !message.is_empty() {
            let (bold, plain) = (anstyle::AnsiColor::Red.on_default().bold(), anstyle::Reset);
            let word = if matches!(self, Self::Interrupted(_)) { "stopped" } else { "error" };
            // If standard error is closed as well, only the exit code reports the failure.
            let _ = io::Write::write_all(
                &mut anstream::stderr(),
                format!("{bold}{word}{plain}: {}\n", for_people(&message)).as_bytes(),
            );
        }
        ExitCode::from(code)
    }
}
