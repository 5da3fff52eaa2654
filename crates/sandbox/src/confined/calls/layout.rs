//! The addresses in a process that answers calls, as in `resident.h`.

/// The question's last byte is the one before this address; the page after it is never mapped.
pub const QUESTION_END: u64 = 0x0e10_0000;
/// How many bytes of shared memory the question takes up: one page.
pub const QUESTION_BYTES: usize = 4096;
/// The page of memory that the bot writes its answer to.
pub const ANSWER: u64 = 0x0e20_0000;
/// The value that the host finds if the bot has not answered. It does not fit into an `int`.
pub(super) const POISON: i64 = i64::MIN + 0x0b0a_7b0a;
/// Where, in the answer's page, the resident reads the host's word.
pub(super) const WORD: u64 = ANSWER + WORD_OFFSET as u64;
/// The offset of that word from the start of the page.
pub(super) const WORD_OFFSET: usize = 64;
/// Where the heap begins.
pub const HEAP_START: u64 = 0x1_0000_0000;
/// Where the stack ends.
pub const STACK_TOP: u64 = 0x10_0000_0000;
/// How much of the stack, at its end, a worker fills with zeros instead of giving it back.
pub(super) const STACK_NEAR: u64 = 0x2000;
