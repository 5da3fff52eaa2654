//! Runs a foreign program under limits: bytes in, bytes out. This crate knows nothing of games.
//!
//! There are three ways to run a program. `run` starts it, feeds it and collects its output, as for a compiler. `calls`
//! keeps a confined process that answers one call after another, and `snapshot` does so with an interpreter.
//!
//! All of this works on x86-64 Linux only (`confined`). On other platforms no foreign code is run:
//! [`IsolationFeatures::available`] has no features, and [`IsolationFeatures::required`] names the reason.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod confined;
mod error;
mod isolation;
mod isolation_features;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod unsupported;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use confined::*;
pub use error::SandboxError;
pub use isolation::Isolation;
pub use isolation_features::{
    IS_SUPPORTED, IsolationFeature, IsolationFeatures, ProbeReport, ProbeResult, prove, report,
};
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub use unsupported::{Moment, processor_time_of_all};
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
use unsupported::{is_root, isolation_features_of_this_machine, try_all};
