//! Foreign code for the games that ask it: checks it, and runs it as players of a match.
//!
//! A game that asks foreign code has a [`Kind`] here; other games have none. Only this crate knows how a game's
//! programs are run.
//!
//! Machine code is confined, and so run, on x86-64 Linux only. Elsewhere `unsupported.rs` stands in for what runs it.

mod bot_reply;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod c;
pub mod c_as_wasm;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod faults;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod idle_pool;
mod kind;
mod methods;
mod mixed;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod perl;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod processors;
mod ready;
mod requirements;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod retries;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod settings;
mod source;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod tools;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
mod unsupported;
pub mod wasm;

pub use bot_reply::BotReply;
pub use kind::{CheckedProgram, GuestError, Kind, kind, programs_without_isolation, requirements};
pub use methods::{MethodCheck, Necessity, WarnOnce, can_run};
pub use requirements::Requirement;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use settings::IsolationSettings;
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
pub use unsupported::{c, perl};
