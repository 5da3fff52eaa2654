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
mod walls;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use confined::*;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
use elsewhere::{is_root, try_all, walls_of_this_machine};
pub use error::SandboxError;
pub use isolation::Isolation;
pub use walls::{Catch, IS_SUPPORTED, Seen, Wall, Walls, prove, report};
