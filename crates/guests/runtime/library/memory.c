/* memcpy, memmove, memset, memcmp and similar functions. They use unaligned blocks of 16 bytes, which are as fast as
 * aligned ones on any modern x86-64. Speed matters, because bots copy boards all the time. */
#include "library.h"

typedef long long block __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t word8 __attribute__((aligned(1), may_alias));
typedef uint32_t word4 __attribute__((aligned(1), may_alias));
typedef uint16_t word2 __attribute__((aligned(1), may_alias));

#define READ(type, from) (*(const type *)(from))
#define WRITE(type, to, value) (*(type *)(to) = (value))

/* Copies n bytes, from the type's size up to twice that size, as one piece at each end. Both pieces are read before
 * either is written. */
#define BOTH_ENDS(type)                                                     \
    do {                                                                    \
        type first = READ(type, s), last = READ(type, s + n - sizeof first); \
        WRITE(type, d, first);                                              \
        WRITE(type, d + n - sizeof first, last);                            \
        return to;                                                          \
    } while (0)

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *d = to;
    const unsigned char *s = from;
    if (n <= 16) {
        if (n >= 8) BOTH_ENDS(word8);
        if (n >= 4) BOTH_ENDS(word4);
        if (n >= 2) BOTH_ENDS(word2);
        if (n == 1) *d = *s;
        return to;
    }
    if (n <= 32) BOTH_ENDS(block);
    if (n <= 64) {
        block a = READ(block, s), b = READ(block, s + 16);
        block y = READ(block, s + n - 32), z = READ(block, s + n - 16);
        WRITE(block, d, a);
        WRITE(block, d + 16, b);
        WRITE(block, d + n - 32, y);
        WRITE(block, d + n - 16, z);
        return to;
    }
    if ((uintptr_t)d - (uintptr_t)s >= n) {
        /* Copy upwards. Read the last 64 bytes first, because they may be overwritten on the way. */
        block w = READ(block, s + n - 64), x = READ(block, s + n - 48);
        block y = READ(block, s + n - 32), z = READ(block, s + n - 16);
        unsigned char *last = d + n - 64;
        for (; d < last; d += 64, s += 64) {
            block a = READ(block, s), b = READ(block, s + 16);
            block c = READ(block, s + 32), e = READ(block, s + 48);
            WRITE(block, d, a);
            WRITE(block, d + 16, b);
            WRITE(block, d + 32, c);
            WRITE(block, d + 48, e);
        }
        WRITE(block, last, w);
        WRITE(block, last + 16, x);
        WRITE(block, last + 32, y);
        WRITE(block, last + 48, z);
    } else {
        /* Copy downwards. Read the first 64 bytes first for the same reason. */
        block w = READ(block, s), x = READ(block, s + 16);
        block y = READ(block, s + 32), z = READ(block, s + 48);
        for (; n > 64; n -= 64) {
            block a = READ(block, s + n - 16), b = READ(block, s + n - 32);
            block c = READ(block, s + n - 48), e = READ(block, s + n - 64);
            WRITE(block, d + n - 16, a);
            WRITE(block, d + n - 32, b);
            WRITE(block, d + n - 48, c);
            WRITE(block, d + n - 64, e);
        }
        WRITE(block, d, w);
        WRITE(block, d + 16, x);
        WRITE(block, d + 32, y);
        WRITE(block, d + 48, z);
    }
    return to;
}

/* A bot that copies overlapping memory by mistake should get the same result everywhere. */
ALIAS(memmove, memcpy);

void *memset(void *to, int c, size_t n)
{
    unsigned char *d = to;
    uint64_t word = 0x0101010101010101 * (unsigned char)c;
    if (n <= 16) {
        if (n >= 8) {
            WRITE(word8, d, word);
            WRITE(word8, d + n - 8, word);
        } else if (n >= 4) {
            WRITE(word4, d, (uint32_t)word);
            WRITE(word4, d + n - 4, (uint32_t)word);
        } else if (n >= 2) {
            WRITE(word2, d, (uint16_t)word);
            WRITE(word2, d + n - 2, (uint16_t)word);
        } else if (n == 1) {
            *d = (unsigned char)c;
        }
        return to;
    }
    block all = {(long long)word, (long long)word};
    unsigned char *last = d + n - 16;
    for (; last - d > 48; d += 64) {
        WRITE(block, d, all);
        WRITE(block, d + 16, all);
        WRITE(block, d + 32, all);
        WRITE(block, d + 48, all);
    }
    for (; d < last; d += 16) WRITE(block, d, all);
    WRITE(block, last, all);
    return to;
}

int memcmp(const void *left, const void *right, size_t n)
{
    const unsigned char *a = left, *b = right;
    /* While both halves are the same. */
    for (; n >= 16; a += 16, b += 16, n -= 16)
        if ((READ(word8, a) ^ READ(word8, b)) | (READ(word8, a + 8) ^ READ(word8, b + 8))) break;
    for (; n >= 8; a += 8, b += 8, n -= 8) {
        uint64_t different = READ(word8, a) ^ READ(word8, b);
        if (different) {
            int at = __builtin_ctzll(different) / 8;
            return a[at] - b[at];
        }
    }
    for (; n; a++, b++, n--)
        if (*a != *b) return *a - *b;
    return 0;
}

int bcmp(const void *left, const void *right, size_t n)
{
    return memcmp(left, right, n);
}

void bcopy(const void *from, void *to, size_t n)
{
    memmove(to, from, n);
}

void bzero(void *to, size_t n)
{
    memset(to, 0, n);
}

/* No write in this library is ever optimised away, so plain zeroes are enough. */
void explicit_bzero(void *to, size_t n)
{
    memset(to, 0, n);
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return (char *)memcpy(to, from, n) + n;
}

/* Copies up to and including a character. Returns the place after it in the copy, or NULL if it is not among n bytes. */
void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
    const char *last = memchr(from, c, n);
    if (!last) {
        memcpy(to, from, n);
        return NULL;
    }
    return mempcpy(to, from, (size_t)(last - (const char *)from) + 1);
}

/* Names that glibc's headers and compilers use. Compilers only need to know whether there is a difference. */
ALIAS(mempcpy, __mempcpy);
ALIAS(memcmp, __memcmpeq);
