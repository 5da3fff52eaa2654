//! Snippets of Perl: what they may use, the perl that runs them, and where they are asked.
//!
//! A [`Runner`] is a perl that has come as far as to the first line of a snippet and goes back there before every run
//! ([`sandbox::snapshot`]). So nothing passes from one snippet to another, whatever perl keeps where.

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
