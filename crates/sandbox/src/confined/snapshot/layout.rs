//! The addresses in an interpreter with an agent, as in `agent.h` and `agent.c`.

use std::ops::Range;

/// The most bytes that the agent's code takes up. This many bytes of file 3 are mapped.
pub const AGENT_BYTES: usize = 0x4000;
/// The addresses of all memory that belongs to the agent and not to the snapshot.
pub(super) const AGENTS: Range<u64> = 0x100_0000_0000..0x200_0000_0000;
/// The agent's own memory.
pub(super) const AGENT_MEMORY: u64 = 0x100_0010_0000;
/// The page that belongs to the parent of all runs, which forks a child for each run.
pub(super) const FORK_SERVER: u64 = 0x100_0008_0000;
/// The flags with which the parent forks.
pub(super) const FORK_FLAGS: u64 = (libc::CLONE_FS | libc::CLONE_FILES | libc::SIGCHLD).unsigned_abs() as u64;
/// The address of the processor time limit that the parent sets for its children.
pub(super) const LIMIT: u64 = AGENT_MEMORY + 56;
/// The address of mapped zeros from which registers are restored.
pub(super) const CLEAN: u64 = 0x130_0000_0000;
/// The address at which the agent receives the host's word.
pub(super) const WORD: u64 = AGENT_MEMORY + 0x5_f000;
/// The address at which the agent notes the pages that a run uses.
pub(super) const USED: u64 = AGENT_MEMORY + 0x4_0000;
/// The offset in the mail of the pages that a run has used. The agent's orders come before them.
pub(super) const USED_OFFSET: usize = 0x1_0000;
/// The offset in the mail, file 4, at which the interpreter writes its answer: the length in four bytes, least significant
/// first, and the answer.
pub const ANSWER_OFFSET: usize = 0x3_0000;
/// The longest answer.
pub const MAX_ANSWER_BYTES: usize = 0x10_0000;
/// The offset in the mail of the request, in the same form.
pub const REQUEST_OFFSET: usize = 0x20_0000;
/// The most areas that the agent can keep.
pub(super) const MAX_AREAS: usize = 64;
/// The most mappings in which the kernel shows the time.
pub(super) const MAX_CLOCKS: usize = 8;
/// The most large pages that the agent puts into place.
pub(super) const MAX_TEXTS: usize = 8;
/// A large page, in bytes.
pub(super) const LARGE_PAGE: u64 = 1 << 21;
/// The most ranges of hot pages that the agent can keep.
pub(super) const MAX_HOT_RANGES: usize = 1024;
/// The most instructions of each of the two filters.
pub(super) const MAX_FILTER: usize = 512;
pub(super) const PAGE: u64 = 4096;
