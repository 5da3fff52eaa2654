//! The one place that turns errors into messages and exit codes.

use std::io;
use std::process::ExitCode;

use contests::Failure;
use game::text::{several_lines, shortened};

/// Converts an error from writing to standard output.
pub(crate) fn of_output(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::File(format!("standard output: cannot write: {error}")),
    }
}

/// Adds to the error of an interrupted operation the command that continues it. `to` says what
/// that command does, such as "continue".
pub(crate) fn with_continuation(failure: Failure, to: &str, command: &str) -> Failure {
    match failure {
        Failure::Interrupted(what) => Failure::Interrupted(format!("{what}; to {to}, run: {command}")),
        other => other,
    }
}

/// Prints the error on standard error, and returns the documented exit code.
pub(crate) fn report(failure: &Failure) -> ExitCode {
    let code = match failure {
        Failure::OutputClosed => return ExitCode::SUCCESS,
        Failure::Refused(_) => 1,
        Failure::Usage(_) => 2,
        Failure::File(_) | Failure::NoRoom(_) => 3,
        Failure::Machine(_) | Failure::Unreachable(_) => 4,
        Failure::Interrupted(_) => 130,
    };
    let message = match failure {
        // Not shortened: it contains the command to continue, which may name thousands of files.
        Failure::Interrupted(_) => failure.to_string(),
        _ => shortened(&failure.to_string()),
    };
    if !message.is_empty() {
        let (bold, plain) = (anstyle::AnsiColor::Red.on_default().bold(), anstyle::Reset);
        let word = if matches!(failure, Failure::Interrupted(_)) { "stopped" } else { "error" };
        // If standard error is closed as well, only the exit code reports the failure.
        let _ = io::Write::write_all(
            &mut anstream::stderr(),
            format!("{bold}{word}{plain}: {}\n", several_lines(&message)).as_bytes(),
        );
    }
    ExitCode::from(code)
}
