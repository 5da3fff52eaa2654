//! Bots in C: compiled, checked, linked, asked.

mod ask;
mod build;
mod build_cache;
mod cache;
mod compiler;
#[cfg(test)]
mod damaged;
mod factory;
#[cfg(test)]
mod hostile_code;
mod inspect;
mod instructions;
mod kind;
mod link;
mod linker;
mod object_checker;
mod object_file;
mod object_rules;
#[cfg(test)]
mod optimised_late;
mod prove;
mod refusals;
#[cfg(test)]
mod registers;
mod secret;

pub use ask::ask;
pub use build::{BuildError, Compiled};
pub use build_cache::{Bot, BuildCache};
pub use compiler::{Compiler, FLAGS, NoCompiler};
pub use factory::Factory;
pub use inspect::Inspected;
pub(crate) use kind::kind;
pub use object_checker::ObjectChecker;
