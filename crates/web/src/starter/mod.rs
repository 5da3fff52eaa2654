//! Workers are started by a process of its own, the *starter*. The process that speaks HTTP cannot start any program, and
//! workers are isolated: they reach the folders of hills, wars and contests, and nothing else.
//!
//! The two processes exchange packets (`protocol.rs`). The starter runs no foreign code and reads nothing that a stranger
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

use std::io::{Read, Write};

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub(crate) use elsewhere::{Launcher, WorkerProcess};
pub use features::WorkerFeature;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub(crate) use isolated::{Launcher, WorkerProcess};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use process::start_workers;

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
