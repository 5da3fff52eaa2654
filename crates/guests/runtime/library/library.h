/* What the parts of the library share. All of its writable data is declared here, and begins as zeroes. */
#ifndef BOUT_LIBRARY_H
#define BOUT_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "resident.h"

/* The names that the library's own code may give more than one symbol. */
#define ALIAS(old, new) extern __typeof(old) new __attribute__((alias(#old)))

/* Puts the state of `rand` to a seed. Without it, the first `rand` takes the seed in the header, so that a call in
 * which no bot asks for one does not touch the page. */
void bout_seed_rand(uint64_t seed);

/* Puts all of the library's data back to the initial state, in which everything that was given out is free. Does not
 * touch the heap's pages: what a bot left there may still be read after the next `malloc`, not after `calloc`. */
void bout_reset_library(void);

/* The same for the heap's data alone (heap.c). */
void bout_reset_heap(void);

#endif
