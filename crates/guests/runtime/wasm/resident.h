/* The base of the library if bots are WebAssembly: the counterpart of `../resident.h`. */
#ifndef BOUT_RESIDENT_H
#define BOUT_RESIDENT_H

#include <stddef.h>
#include <stdint.h>

struct bout_heap {
    unsigned char *start, *end;
};

struct bout_header {
    uint64_t rand_seed;
};

extern unsigned char __heap_base;

/* The size of the board's 512 numbers, which the host writes at the place where the heap would begin. */
enum { BOUT_BOARD_BYTES = 4 * 512 };

/* The heap reaches from the board up to the last possible page, which it does not include. */
#define bout_heap ((struct bout_heap){&__heap_base + BOUT_BOARD_BYTES, (unsigned char *)0xffff0000})

/* The seed of `rand` in this call (S11). */
uint64_t bout_rand_seed(void);
#define bout_header (&(const struct bout_header){bout_rand_seed()})

/* Ends the call as `abort` does. */
_Noreturn void bout_abort(void);

/* Whether there is memory up to this address. Memory grows if necessary, as far as the match allows. */
int bout_reach(const unsigned char *end);

#endif
