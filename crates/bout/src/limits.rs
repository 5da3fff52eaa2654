//! What the shell that started us allows.

use crate::failure::Failure;

/// The least address space in which a command comes so far that it can say what it lacks: code, stacks and some
/// room.
#[cfg(unix)]
const LEAST_ADDRESS_SPACE: u64 = 256 << 20;

/// Refuses to run where memory would run out in the middle of things, which ends a process without a word.
#[cfg(unix)]
pub(crate) fn check() -> Result<(), Failure> {
    use rustix::process::{Resource, getrlimit};
    match getrlimit(Resource::As).current {
        Some(allowed) if allowed < LEAST_ADDRESS_SPACE => Err(Failure::Machine(format!(
            "this shell allows {allowed} bytes of address space, and bout needs {LEAST_ADDRESS_SPACE} at least; \
             `ulimit -v unlimited` allows more"
        ))),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
pub(crate) fn check() -> Result<(), Failure> {
    Ok(())
}
