//! Checks of sources in C: the part that does not depend on the compiler or the platform.

mod assembly;
mod bounded_diagnostics;
mod checker;
mod exports;
mod messages;
mod places;
mod preprocessed;
mod refusal;

#[cfg(any(test, all(target_os = "linux", target_arch = "x86_64")))]
pub(crate) use bounded_diagnostics::MAX_MESSAGES;
pub(crate) use checker::{Checker, Step, with_prototype};
pub(crate) use exports::is_allowed;
pub(crate) use messages::clean;
pub(crate) use refusal::{Refusal, WRITABLE_HELP, refusal, refused_name, writable_variable};
