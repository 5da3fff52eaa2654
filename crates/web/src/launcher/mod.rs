//! Workers are started by a process of its own, the *launcher*. The process that speaks HTTP cannot start any program, and
//! workers are isolated: they reach the folders of hills, wars and contests, and nothing else.
//!
//! The two processes exchange packets (`protocol.rs`). The launcher runs no foreign code and reads nothing that a stranger
//! wrote. On platforms that cannot isolate workers, the server starts workers itself (`elsewhere.rs`).

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod elsewhere;
mod features;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod folders;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod isolated;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod owner;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod process;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod protocol;
#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
mod tests;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod trial;

use std::io::{Read, Write};

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(crate) use elsewhere::{Launcher, WorkerProcess};
pub use features::WorkerFeature;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(crate) use isolated::{Launcher, WorkerProcess};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use process::start_workers;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use trial::{attempt, try_isolation};

/// An isolation feature of workers, and what was seen when a process that is isolated like a worker attempted what no worker may do.
#[derive(Debug, Clone)]
pub struct IsolationTrial {
    /// The feature, as it is on this machine.
    pub feature: WorkerFeature,
    /// What could not be done, or what could, or how to get the feature where it is missing.
    pub seen: Result<String, String>,
}

/// A worker that was started.
pub(crate) struct Started {
    /// Takes its orders.
    pub(crate) orders: Box<dyn Write + Send>,
    /// Has its answers, until it ends.
    pub(crate) messages: Box<dyn Read + Send>,
    /// The process.
    pub(crate) process: WorkerProcess,
}

/// Workers cannot be isolated here, so no process starts them.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn start_workers(
    _: &std::path::Path,
    _: &[std::ffi::OsString],
    _: fn() -> bool,
) -> Result<(), contests::Failure> {
    Ok(())
}

/// Workers cannot be isolated here, so there is nothing to try.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn try_isolation(_: &std::ffi::OsString, _: &str) -> Result<Vec<IsolationTrial>, contests::Failure> {
    Ok(Vec::new())
}

/// Workers cannot be isolated here, so there is nothing to attempt.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn attempt() -> Result<(), contests::Failure> {
    Ok(())
}
