/* Constants that the two halves of the agent share: the addresses in an interpreter that returns to a snapshot of
 * itself.
 *
 * `crates/sandbox/src/confined/snapshot/layout.rs` has the same numbers. */
#ifndef BOUT_AGENT_H
#define BOUT_AGENT_H

/* The agent's code. Its first instruction is its only entry. */
#define AGENT_CODE 0x10000000000
#define AGENT_PAGE 0x1000
/* If every run gets a child of its own: the page of the code that only the parent of all runs has, and the page that
 * the parent writes to. */
#define AGENT_FORK_SERVER_CODE 0x10000002000
#define AGENT_FORK_SERVER 0x10000080000
/* CLONE_FS | CLONE_FILES | SIGCHLD */
#define AGENT_FORK_FLAGS 0x611
/* The agent's memory: first the part that its children can only read, then the part that they may write to. */
#define AGENT_MEMORY 0x10000100000
#define AGENT_FIXED_BYTES 0x20000
#define AGENT_MEMORY_BYTES 0x60000
#define AGENT_USED (AGENT_MEMORY + 0x40000)
#define AGENT_SIGNAL_STACK (AGENT_MEMORY + 0x50000)
#define AGENT_SIGNAL_STACK_BYTES 0x8000
#define AGENT_STACK_TOP (AGENT_MEMORY + 0x60000)
/* The only page of this memory that a worker can write to: its stack and, at the beginning, the byte that receives the
 * host's word. */
#define AGENT_OWN_BYTES 0x1000
#define AGENT_OWN (AGENT_STACK_TOP - AGENT_OWN_BYTES)
#define AGENT_WORD AGENT_OWN
/* The mail: memory that is shared with the host. We can only read it, but can write through file 4. Children see it
 * from the request on. */
#define AGENT_MAIL 0x11000000000
#define AGENT_REQUEST_OFFSET 0x200000
/* The snapshot. */
#define AGENT_SNAPSHOT 0x12000000000
/* Zeros from which the processor's registers are restored, if it has no compacted format of its state. */
#define AGENT_CLEAN 0x13000000000
/* The address where copies are made before they move to their final places. */
#define AGENT_COPY 0x14000000000

/* Offsets in the fixed part. */
#define FIXED_MODE 0
#define FIXED_STACK 8
#define FIXED_FS 16
#define FIXED_HAS_FSGSBASE 24
#define FIXED_MXCSR 32
#define FIXED_HEAP_END 40
#define FIXED_CLEAN 48
#define FIXED_LIMIT 56

#endif
