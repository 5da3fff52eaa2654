/* Functions that clang calls for 128-bit integers, because WebAssembly has no such instructions. */
#include <stdint.h>

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

static inline uint64_t low(unsigned_wide x)
{
    return (uint64_t)x;
}

static inline uint64_t high(unsigned_wide x)
{
    return (uint64_t)(x >> 64);
}

static inline unsigned_wide join(uint64_t high, uint64_t low)
{
    return (unsigned_wide)high << 64 | low;
}

/* Shifts of 128 bits by fewer than 128 bits. */
unsigned_wide __ashlti3(unsigned_wide x, int n)
{
    if (n >= 64) return join(low(x) << (n - 64), 0);
    return n ? join(high(x) << n | low(x) >> (64 - n), low(x) << n) : x;
}

unsigned_wide __lshrti3(unsigned_wide x, int n)
{
    if (n >= 64) return high(x) >> (n - 64);
    return n ? join(high(x) >> n, low(x) >> n | high(x) << (64 - n)) : x;
}

wide __ashrti3(wide x, int n)
{
    int64_t top = (int64_t)high((unsigned_wide)x);
    uint64_t bottom = low((unsigned_wide)x);
    if (n >= 64) return (wide)join((uint64_t)(top >> 63), (uint64_t)(top >> (n - 64)));
    return n ? (wide)join((uint64_t)(top >> n), bottom >> n | (uint64_t)top << (64 - n)) : x;
}

/* Multiplies halves of 32 bits, since there is no instruction for the full product of 64 bits. */
static unsigned_wide product(uint64_t a, uint64_t b)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (uint32_t)middle;
    return join(a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)(a0 * b0));
}

wide __multi3(wide a, wide b)
{
    unsigned_wide x = (unsigned_wide)a, y = (unsigned_wide)b, lows = product(low(x), low(y));
    return (wide)join(high(lows) + high(x) * low(y) + low(x) * high(y), low(lows));
}

/* Divides bit by bit. If the divisor is 0 it traps, as the instruction for 64 bits does. */
static unsigned_wide divide(unsigned_wide a, unsigned_wide b, unsigned_wide *rest)
{
    if (!high(a) && !high(b)) {
        *rest = low(a) % low(b);
        return low(a) / low(b);
    }
    if (!b) __builtin_trap();
    unsigned_wide quotient = 0, remainder = 0;
    for (int bit = 127; bit >= 0; bit--) {
        remainder = remainder << 1 | (a >> bit & 1);
        quotient <<= 1;
        if (remainder >= b) {
            remainder -= b;
            quotient |= 1;
        }
    }
    *rest = remainder;
    return quotient;
}

unsigned_wide __udivti3(unsigned_wide a, unsigned_wide b)
{
    unsigned_wide rest;
    return divide(a, b, &rest);
}

unsigned_wide __umodti3(unsigned_wide a, unsigned_wide b)
{
    unsigned_wide rest;
    divide(a, b, &rest);
    return rest;
}

static unsigned_wide magnitude(wide x)
{
    return x < 0 ? -(unsigned_wide)x : (unsigned_wide)x;
}

wide __divti3(wide a, wide b)
{
    unsigned_wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
    return (wide)((a < 0) != (b < 0) ? -quotient : quotient);
}

wide __modti3(wide a, wide b)
{
    unsigned_wide rest;
    divide(magnitude(a), magnitude(b), &rest);
    return (wide)(a < 0 ? -rest : rest);
}
