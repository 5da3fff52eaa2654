//! Bots in WebAssembly: each is checked and translated once, and interpreted in a fresh instance for every move.
//!
//! The manual page `crates/bout/manual/wasm.md` describes the interface and the limits. The cost of a move is counted in fuel,
//! so that it is the same on every machine. A bot needs no process of its own: an interpreter can reach the outside only
//! through what it is handed.

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
