//! Bots in C: compiled, checked, linked, asked.

mod ask;
mod build;
mod cache;
mod compiler;
#[cfg(test)]
mod damaged;
mod form;
mod house;
mod inspect;
mod instructions;
mod kind;
mod link;
mod linker;
mod object_door;
mod object_file;
#[cfg(test)]
mod optimised_late;
mod prove;
mod refusals;
#[cfg(test)]
mod registers;
mod secret;
#[cfg(test)]
mod walled;
mod workshop;

pub use ask::ask;
pub use build::{BuildError, Compiled};
pub use compiler::{Compiler, FLAGS, NoCompiler};
pub use house::House;
pub use inspect::Inspected;
pub(crate) use kind::kind;
pub use object_door::ObjectDoor;
pub use workshop::{Bot, Workshop};
