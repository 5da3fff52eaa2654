/* Bytes looked at eight at a time, in whole words of memory: no such word lies in two pages, so those around a byte
 * that may be read may be read. The first of them is at the least significant end. */
#ifndef BOUT_WORDS_H
#define BOUT_WORDS_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t word __attribute__((may_alias));

enum { WORD = sizeof(word) };

#define EVERY_BYTE ((word)0x0101010101010101)

/* How far a byte lies into its word. */
static inline unsigned offset_in_word(const void *p)
{
    return (unsigned)((uintptr_t)p % WORD);
}

/* All ones in so many first bytes, fewer than eight. */
static inline word first_bytes(unsigned n)
{
    return ((word)1 << 8 * n) - 1;
}

/* Not zero if a byte is zero; then the lowest bit that is set is in the first such byte. */
static inline word zero_bytes(word w)
{
    return (w - EVERY_BYTE) & ~w & 0x80 * EVERY_BYTE;
}

/* The number of the first byte in which a bit is set. */
static inline unsigned first_in(word marks)
{
    return (unsigned)__builtin_ctzll(marks) / 8;
}

#endif
