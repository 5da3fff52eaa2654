//! What a failure of foreign code is called.

use std::borrow::Cow;
use std::ffi::CStr;
use std::time::Duration;

use game::FaultKind;
use sandbox::calls::Failure;

/// A failure as the rules name it; `time` is the processor time that was allowed.
pub(crate) fn fault(failure: &Failure, time: Duration) -> (FaultKind, String) {
    match failure {
        Failure::Signal(signal) => (FaultKind::Signal, signal_name(*signal)),
        Failure::Time => (FaultKind::Time, format!("more than {} ms of processor time", time.as_millis())),
        Failure::Exit(code) => (FaultKind::Exit, format!("it ended without an answer (code {code})")),
        Failure::Syscall => (FaultKind::Syscall, "it called into the system".into()),
    }
}

/// A signal's name, `SIGSEGV`.
pub(crate) fn signal_name(signal: i32) -> String {
    let known = [
        (libc::SIGKILL, c"SIGKILL"),
        (libc::SIGXFSZ, c"SIGXFSZ"),
        (libc::SIGSEGV, c"SIGSEGV"),
        (libc::SIGFPE, c"SIGFPE"),
        (libc::SIGILL, c"SIGILL"),
        (libc::SIGBUS, c"SIGBUS"),
        (libc::SIGABRT, c"SIGABRT"),
        (libc::SIGTRAP, c"SIGTRAP"),
    ];
    let name = known
        .iter()
        .find(|(number, _)| *number == signal)
        .map(|(_, name): &(i32, &CStr)| name.to_string_lossy());
    name.map_or_else(|| format!("signal {signal}"), Cow::into_owned)
}
