//! What the shell that started us allows.

use crate::failure::Failure;

/// The least address space in which a command comes so far that it can say what it lacks: code, stacks and some
/// room.
const LEAST_ADDRESS_SPACE: u64 = 512 << 20;

/// What a thread takes up: its stack, and what the C library sets aside for what it allocates.
const THREAD_ADDRESS_SPACE: u64 = 192 << 20;

/// Refuses to run where memory would run out in the middle of things, which ends a process without a word.
pub(crate) fn check() -> Result<(), Failure> {
    match address_space() {
        Some(allowed) if allowed < LEAST_ADDRESS_SPACE => Err(Failure::Machine(format!(
            "this shell allows {allowed} bytes of address space, and bout needs {LEAST_ADDRESS_SPACE} at least; \
             `ulimit -v unlimited` allows more"
        ))),
        _ => Ok(()),
    }
}

/// Of so many threads, those for which there is address space: one at least.
pub(crate) fn threads(wanted: usize) -> usize {
    let Some(allowed) = address_space() else { return wanted };
    let fit = allowed.saturating_sub(LEAST_ADDRESS_SPACE) / THREAD_ADDRESS_SPACE;
    usize::try_from(fit).unwrap_or(wanted).clamp(1, wanted.max(1))
}

/// How much may be mapped (`ulimit -v`), in bytes; nothing where that is not limited.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::As).current
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}
