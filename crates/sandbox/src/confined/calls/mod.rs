//! Calls of one function in a confined process, independent of each other.
//!
//! A [`ForkServer`] is a confined process that holds a bot's code but never runs it. It forks: for every call
//! ([`Isolation::Fork`](crate::Isolation::Fork)), or once per match a worker that answers one call after the other
//! ([`Isolation::Reset`](crate::Isolation::Reset), [`Isolation::Fast`](crate::Isolation::Fast)).
//!
//! Why `Reset` isolates as well as one fork per call: what a call could leave behind is memory, registers, and what the
//! kernel keeps of the process. A worker may make four system calls, each at one instruction of the resident and with
//! fixed arguments: wake the host, wait for a word, give back its writable memory (`MADV_DONTNEED`, so that every page
//! is again what it was at the start), and end. From the call that wakes the host on, the resident's code runs straight
//! through all of them, and sets every register, before it calls the bot again; nothing of the bot's runs in between,
//! since it can set no signal handlers, and a bot that jumps into this code skips only what it would have to do for
//! itself: the host asks the next question only after it was woken. The answer's page, the only memory that is shared
//! and writable, is wiped by the host before every question. The kernel keeps no state of the process that these calls
//! could change.

mod fork_server;
mod image;
mod layout;

pub use crate::worker_channel::Failure;
pub use fork_server::{Call, CallLimits, ForkServer};
pub use image::{Image, Sites};
pub use layout::{ANSWER, HEAP_START, QUESTION_BYTES, QUESTION_END, STACK_TOP};
