//! Calls of one function in a confined process. The calls are independent of each other.
//!
//! A [`ForkServer`] is a confined process that holds a bot's code but never runs it. It forks a child for every call
//! ([`Isolation::Fork`](crate::Isolation::Fork)), or once per match a worker that answers one call after another
//! ([`Isolation::Reset`](crate::Isolation::Reset), [`Isolation::Fast`](crate::Isolation::Fast)).
//!
//! Why `Reset` isolates as well as one fork per call: a call could leave traces only in memory, in registers, and in
//! the state that the kernel keeps for the process. A worker may make four system calls, each at one instruction of the
//! resident and with fixed arguments: wake the host, wait for a word, give back its writable memory (`MADV_DONTNEED`,
//! so that every page is again as it was at the start), and end. After the call that wakes the host, the resident's
//! code runs straight through the others and sets every register before it calls the bot again. No code of the bot runs
//! in between, since the bot can set no signal handlers. A bot that jumps into this code skips only work that it would
//! have to do for itself: the host asks the next question only after it was woken. The answer's page is the only memory
//! that is both shared and writable, and the host wipes it before every question. The kernel keeps no state of the
//! process that these calls could change.

mod fork_server;
mod image;
mod layout;

pub use crate::worker_channel::Failure;
pub use fork_server::{Call, CallLimits, ForkServer};
pub use image::{Image, Sites};
pub use layout::{ANSWER, HEAP_START, QUESTION_BYTES, QUESTION_END, STACK_TOP};
