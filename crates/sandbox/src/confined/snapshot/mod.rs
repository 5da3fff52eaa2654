//! The interpreter that the system has installed, reset to a snapshot of itself before every run.
//!
//! The interpreter starts, loads what it needs, maps our agent (three kilobytes of code) and calls it. The agent takes
//! a snapshot of all writable memory and forks a child for one run, or a worker that does one run after another. A
//! child takes all changes that its run made to the interpreter with it when it ends. For a worker, the agent restores
//! the memory.
//!
//! Why a worker isolates as well as one child per run: a run could leave traces only in memory, in registers, and in
//! the state that the kernel keeps for the process.
//!
//! - *Memory.* A worker can write to three kinds of memory. First, pages that runs are known to write to (*hot* pages):
//!   the agent copies all of them back from the snapshot. Second, the heap beyond the snapshot: the agent gives it back
//!   to the kernel. Third, one page of the agent's own: the agent wipes it. Everything else is read-only, and the
//!   filter allows no system call that would change this. A run that writes there dies, and a child, where such writes
//!   are allowed, does the run again. So the quick way is tried first, and the certain way decides.
//! - *Registers* are all set by the agent: flags, selectors, and, from a clean image, all other state of the processor.
//!   The agent runs straight through from the call that wakes the host to the next run, and each of its system calls is
//!   allowed at one instruction only. The host can tell a worker that dies on this path from one that has answered,
//!   because the agent's parent ignores words that were meant for a worker. The parent copied its orders before the
//!   first fork, so a run cannot change them by writing to memory that is shared with the host.
//! - *The kernel.* A run can write an answer at one place in memory shared with the host, and it can move the end of
//!   the heap. It can do nothing else: it can set no signal handlers, open no files and reach no other processes.

mod agent;
mod layout;
mod memory;
mod process;

pub use agent::AgentImage;
pub use layout::{AGENT_BYTES, ANSWER_OFFSET, MAX_ANSWER_BYTES, REQUEST_OFFSET};
pub use process::{DoneBy, FinishedRun, Interpreter, Run, RunLimits, RunMode, Snapshot};
