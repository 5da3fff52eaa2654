/* Examines eight bytes at a time, in whole aligned words of memory. No such word lies in two pages, so if one of its
 * bytes may be read, all may. The first byte is at the least significant end. */
#ifndef BOUT_WORDS_H
#define BOUT_WORDS_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t word __attribute__((may_alias));

enum { WORD = sizeof(word) };

#define EVERY_BYTE ((word)0x0101010101010101)

/* The offset of a byte in its word. */
static inline unsigned offset_in_word(const void *p)
{
    return (unsigned)((uintptr_t)p % WORD);
}

/* All ones in the first n bytes. n is less than eight. */
static inline word first_bytes(unsigned n)
{
    return ((word)1 << 8 * n) - 1;
}

/* Not zero if a byte is zero. Then the lowest set bit is in the first such byte. */
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
