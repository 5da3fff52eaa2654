//! Bots in WebAssembly: looked at and translated once, and interpreted in a fresh instance for every move.
//!
//! The manual page `crates/bout/manual/wasm.md` has the interface and the limits. What a move costs is counted in fuel, so
//! that it is the same on every machine, and so that nobody needs a process: an interpreter has no way to the outside
//! but what it is handed.

mod carried;
mod checker;
mod factory;
mod host;
mod instance;
mod library;
mod prove;
mod reader;
mod sections;

pub(crate) use checker::Bot;
pub use checker::{MAX_CARRIED, MAX_DECLARED_MEMORY, MAX_LOCALS, MAX_NESTED, MAX_TABLE_ELEMENTS};
pub(crate) use factory::{BYTES_PER_MODULE_BYTE, refused_late, seated};
pub use factory::{BuildCache, Factory};
pub use host::{FUEL_PER_MS, VERSION};
pub(crate) use library::LIBRARY_IMPORTS;
pub use library::{MATH_FUEL, ORDER_FUEL, REMAINDER_FUEL};
pub(crate) use reader::Reader;
