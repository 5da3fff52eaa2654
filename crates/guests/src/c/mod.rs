//! Bots in C: compiled, checked, linked, asked.

mod ask;
mod build;
mod compiler;
#[cfg(test)]
mod damaged;
mod exports;
mod house;
mod inspect;
mod link;
mod messages;
mod object_file;
mod preprocessed;
mod prove;
#[cfg(test)]
mod registers;
mod workshop;

pub use crate::faults::signal_name;
pub use ask::{Asked, ask};
pub use build::{BuildError, Compiled};
pub use compiler::{Compiler, FLAGS, NoCompiler};
pub use house::House;
pub(crate) use prove::proofs;
pub use inspect::Inspected;
pub use workshop::{Bot, Workshop};
