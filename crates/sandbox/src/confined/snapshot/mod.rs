//! The system's own interpreter, reset to a snapshot of itself before every run.
//!
//! The interpreter starts, loads what it needs, maps our agent (three kilobytes of code) and calls it. The agent takes
//! a snapshot of all memory that can be written, and forks: a child for one run, or a worker that does one run after the
//! other. Whatever a run does to the interpreter is gone with the child; for a worker the agent puts memory back.
//!
//! Why a worker isolates as well as one child per run: what a run could leave behind is memory, registers, and what the
//! kernel keeps of the process.
//!
//! - *Memory.* A worker can write to three things. Pages that are known to be written to (they are *hot*): all of them are
//!   copied back from the snapshot. The heap beyond the snapshot: it is given back to the kernel. One page of the agent's
//!   own: it is wiped. Everything else can only be read, and no system call is allowed that would change this: a run that
//!   writes there dies, and is done again in a child, where it may. So the quick way is tried, and the certain one decides.
//! - *Registers* are all set by the agent: flags and selectors, too, and whatever else the processor keeps, from a
//!   clean image. The agent runs straight through from the call that wakes the host to the next run; each of its system
//!   calls is allowed at its one instruction only. A worker that dies on this way is told from one that has answered:
//!   the agent's parent takes no word that was meant for a worker. What the parent goes by it has copied before the
//!   first fork: what a run writes to memory that is shared with the host changes nothing.
//! - *The kernel.* Runs can write an answer into memory shared with the host, at one place, and move the end of the heap.
//!   That is all: no signal handlers, no files, no other processes.

mod agent;
mod layout;
mod memory;
mod process;

pub use agent::AgentImage;
pub use layout::{AGENT_BYTES, ANSWER_OFFSET, MAX_ANSWER_BYTES, REQUEST_OFFSET};
pub use process::{DoneBy, FinishedRun, Interpreter, Run, RunLimits, RunMode, Snapshot};
