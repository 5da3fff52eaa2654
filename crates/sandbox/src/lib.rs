//! One foreign program under limits, bytes in, bytes out; it knows no game.
//!
//! Two ways of running: [`run`] starts a program, feeds it and collects what it writes, as for a compiler;
//! [`calls`] keeps a confined process that is asked again and again.
//!
//! All of this is there on x86-64 Linux. Elsewhere nothing foreign is run, and this crate says so: [`Walls::available`] are none,
//! and [`Walls::required`] names the reason.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod calls;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod cgroup;
mod error;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod files;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod files_in_memory;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod filter;
mod isolation;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod limits;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod line;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod mounts;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processor;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod run;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod snapshot;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod spawn;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod system;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod trials;
mod walls;

pub use error::SandboxError;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use files_in_memory::with_files;
pub use isolation::Isolation;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use limits::Limits;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use processor::{Processor, StateReset};
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use run::{Ending, Executable, Program, Ran, run, run_within};
pub use walls::{IS_SUPPORTED, Wall, Walls, report};
