//! Bots in C where they cannot be confined as machine code: the same source with the same C library, compiled to
//! WebAssembly by clang and asked by the interpreter.
//!
//! On x86-64 Linux it is used only by tests, which compare it with machine code.

mod build;
mod embedded;
mod includes;
mod inspect;
mod kind;
mod object_file;
mod process;
mod tools;

pub use build::{BuildError, Compiled};
pub use kind::{BuildCache, CAUTION, Factory, kind};
pub use tools::NoTools;
