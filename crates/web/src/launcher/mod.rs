//! A separate process, the *launcher*, starts the workers. The process that speaks HTTP cannot start any
//! program. Workers are isolated: they can access the folders of hills, wars and contests, and programs of
//! the system.
//!
//! The two processes exchange packets (`protocol.rs`). The launcher runs no foreign code and reads no data
//! from untrusted sources. On platforms that cannot isolate workers, the server starts workers itself
//! (`unsupported.rs`).

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
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod unsupported;

use std::io::{Read, Write};

pub use features::WorkerFeature;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(crate) use isolated::{Launcher, WorkerProcess};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use process::start_workers;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use trial::{attempt, try_isolation};
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(crate) use unsupported::{Launcher, WorkerProcess};

/// The result of testing an isolation feature: a process with the isolation of a worker attempted what the
/// feature forbids.
#[derive(Debug, Clone)]
pub struct IsolationTrial {
    /// The feature, and whether this machine has it.
    pub feature: WorkerFeature,
    /// `Ok` describes the attempts that failed as they should. `Err` describes an attempt that succeeded, or
    /// how to get a missing feature.
    pub seen: Result<String, String>,
}

/// A started worker.
pub(crate) struct Started {
    /// The stream to send orders to the worker.
    pub(crate) orders: Box<dyn Write + Send>,
    /// The stream of the worker's messages, until it ends.
    pub(crate) messages: Box<dyn Read + Send>,
    /// The worker's process.
    pub(crate) process: WorkerProcess,
}

/// Does nothing: workers cannot be isolated on this platform, so it needs no launcher.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn start_workers(
    _: &std::path::Path,
    _: &[std::ffi::OsString],
    _: fn() -> bool,
) -> Result<(), contests::Failure> {
    Ok(())
}

/// Returns no results: workers cannot be isolated on this platform.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn try_isolation(_: &std::ffi::OsString, _: &str) -> Result<Vec<IsolationTrial>, contests::Failure> {
    Ok(Vec::new())
}

/// Does nothing: workers cannot be isolated on this platform.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub fn attempt() -> Result<(), contests::Failure> {
    Ok(())
}
