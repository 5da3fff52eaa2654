//! Snippets of Perl: the operations that they may use, the perl that runs them, and the runs themselves.
//!
//! A [`Runner`] is a perl that has reached the first line of a snippet, and returns to this point before every run
//! ([`sandbox::snapshot`]). So nothing passes from one snippet to another, wherever perl keeps its state.

mod check;
mod factory;
mod instance;
mod interpreter;
mod kind;
mod operations;
mod prove;
mod request;
mod runner;

pub use factory::Factory;
pub use interpreter::{NoPerl, Perl};
pub use kind::Snippets;
pub(crate) use kind::kind;
pub use operations::{ListedOperation, functions, has_code_in_pattern, operations};
pub use runner::{Limits, RunOutcome, RunRequest, Runner};
