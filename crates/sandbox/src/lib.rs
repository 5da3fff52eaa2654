//! One foreign program under limits, bytes in, bytes out; it knows no game.
//!
//! Two ways of running: [`run`] starts a program, feeds it and collects what it writes, as for a compiler;
//! [`calls`] keeps a confined process that is asked again and again.

pub mod calls;
mod cgroup;
mod error;
mod files;
mod files_in_memory;
mod filter;
mod limits;
mod line;
mod mounts;
mod processor;
mod run;
pub mod snapshot;
mod spawn;
mod system;
mod trials;
mod walls;

pub use calls::Isolation;
pub use error::SandboxError;
pub use files_in_memory::with_files;
pub use limits::Limits;
pub use processor::{Processor, StateReset};
pub use run::{Ending, Executable, Program, Ran, run, run_within};
pub use walls::{Wall, Walls, report};
