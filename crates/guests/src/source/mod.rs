//! Sources in C when they are checked: what is the same whichever compiler looks at them, on every platform.

mod assembly;
mod checker;
mod exports;
mod kept;
mod messages;
mod places;
mod preprocessed;
mod refusal;

pub(crate) use checker::{Checker, Step, with_prototype};
pub(crate) use exports::is_allowed;
#[cfg(any(test, all(target_os = "linux", target_arch = "x86_64")))]
pub(crate) use kept::MAX_MESSAGES;
pub(crate) use messages::clean;
pub(crate) use refusal::{Refusal, WRITABLE_HELP, refusal, refused_name, writable_variable};
