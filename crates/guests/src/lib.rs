//! What foreign code is for a game that asks it: how it is let in, and where it is asked.
//!
//! A game that asks foreign code has a [`Kind`] here; all others have none. Nobody outside of this crate knows how a
//! game's programs are run.

pub mod c;
mod faults;
mod kept;
mod kind;
#[cfg(feature = "wasm")]
mod mixed;
mod paths;
pub mod perl;
mod processors;
mod settings;
#[cfg(feature = "wasm")]
pub mod wasm;
mod ways;

pub use kind::{GuestError, Kind, LetIn, kind};
pub use settings::Settings;
pub use ways::{Notices, Proof};
