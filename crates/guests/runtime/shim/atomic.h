/* In place of musl's atomics: the one bit operation that its smoothsort and fma use. Nothing here has threads. */
#ifndef BOUT_SHIM_ATOMIC_H
#define BOUT_SHIM_ATOMIC_H

#include <stdint.h>

static inline int a_ctz_l(unsigned long x)
{
    return __builtin_ctzl(x);
}

static inline int a_clz_64(uint64_t x)
{
    return __builtin_clzll(x);
}

#endif
