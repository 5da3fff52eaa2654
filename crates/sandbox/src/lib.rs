//! One foreign program under limits, bytes in, bytes out; it knows no game.
//!
//! Two ways of running: `run` starts a program, feeds it and collects what it writes, as for a compiler;
//! `calls` keeps a confined process that is asked again and again, and `snapshot` an interpreter.
//!
//! All of this is there on x86-64 Linux (`confined`). Elsewhere nothing foreign is run, and this crate says so:
//! [`Walls::available`] are none, and [`Walls::required`] names the reason.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod confined;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod elsewhere;
mod error;
mod isolation;
mod isolation_features;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use confined::*;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
use elsewhere::{is_root, isolation_features_of_this_machine, try_all};
pub use error::SandboxError;
pub use isolation::Isolation;
pub use isolation_features::{Catch, IS_SUPPORTED, IsolationFeature, IsolationFeatures, Seen, prove, report};
