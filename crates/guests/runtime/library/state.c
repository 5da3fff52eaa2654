/* The library's small state (all except the heap's), and the functions that do little more than use it. */
#include "library.h"

/* The sign of the last gamma function (floats.c). */
int signgam;

static int error_number;
static uint64_t rand_state;
static int rand_is_seeded;
static char *strtok_next;

void bout_reset_library(void)
{
    error_number = 0;
    rand_is_seeded = 0;
    strtok_next = 0;
    signgam = 0;
    bout_reset_heap();
}

int *__errno_location(void)
{
    return &error_number;
}

void bout_seed_rand(uint64_t seed)
{
    rand_state = seed;
    rand_is_seeded = 1;
}

/* The upper 31 bits of SplitMix64. RAND_MAX in glibc's headers is 2^31 - 1. The manual defines this algorithm. */
int rand(void)
{
    if (!rand_is_seeded) bout_seed_rand(bout_header->rand_seed);
    uint64_t z = rand_state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return (int)(z >> 33);
}

void srand(unsigned seed)
{
    bout_seed_rand(seed);
}

char *strtok(char *restrict s, const char *restrict separators)
{
    return strtok_r(s, separators, &strtok_next);
}

_Noreturn void abort(void)
{
    bout_abort();
}

/* There is nowhere to print the message. */
_Noreturn void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    (void)assertion, (void)file, (void)line, (void)function;
    bout_abort();
}

_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function)
{
    (void)error, (void)file, (void)line, (void)function;
    bout_abort();
}

_Noreturn void __assert(const char *assertion, const char *file, int line)
{
    (void)assertion, (void)file, (void)line;
    bout_abort();
}
