/* Definitions that the parts of the runtime image share: the addresses in a bot's process, and the few functions
 * between the resident (the host's own code in the bot's process) and the library.
 *
 * `crates/sandbox/src/confined/calls/layout.rs` has the same numbers; the host checks them when it loads the image. */
#ifndef BOUT_RESIDENT_H
#define BOUT_RESIDENT_H

/* The question: shared memory that only the host writes, mapped read-only. It ends at a page's end, and the page
 * after it is never mapped, so that reading past the question is SIGSEGV. */
#define BOUT_QUESTION_END 0x0e100000
/* The first page of the question contains the host's data for the resident and for the library. */
#define BOUT_QUESTION_PAGES 1
#define BOUT_HEADER (BOUT_QUESTION_END - 0x1000 * BOUT_QUESTION_PAGES)
#define BOUT_HEADER_TIME (BOUT_HEADER + 24)
/* The answer: shared memory that the bot may write; the host poisons it before every question. */
#define BOUT_ANSWER 0x0e200000
/* The secret page, which only the resident may know. No child has it. */
#define BOUT_SECRET 0x0e300000
/* Zeros from which the processor's registers are restored, if it has no compacted format of its state. They are mapped
 * on every machine. */
#define BOUT_CLEAN 0x0f000000
/* Where the heap begins, and where the stack ends. Both lie above all data. */
#define BOUT_HEAP_START 0x100000000
#define BOUT_STACK_TOP 0x1000000000
/* The end of the stack that nearly every call uses. A worker keeps its pages and thus their page table, which the
 * kernel would otherwise make anew in every call. */
#define BOUT_STACK_NEAR 0x2000

#ifndef __ASSEMBLER__
#include <stdint.h>

/* The heap: from `start` up to `end`. It lies in the question's header, so that no bot can change it. */
struct bout_heap {
    unsigned char *start, *end;
};

/* The header of the question. A bot can read it, so it contains nothing about the machine. */
struct bout_header {
    struct bout_heap heap;
    /* The seed of `rand` in this call (S11). */
    uint64_t rand_seed;
    /* The soft and hard limits of a child's processor time in seconds. They are a safety net: the host measures more
     * precisely. */
    uint64_t processor_time[2];
};

#define bout_header ((const struct bout_header *)BOUT_HEADER)
#define bout_heap (bout_header->heap)

/* Ends the call as `abort` does. */
_Noreturn void bout_abort(void);

/* Whether there is memory up to this address. Always true, because all of the heap is mapped from the beginning. */
static inline int bout_reach(const unsigned char *end)
{
    (void)end;
    return 1;
}

#endif
#endif
