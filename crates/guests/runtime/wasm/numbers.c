/* Functions that clang calls for conversions between floating point and 128-bit integers, for whole powers, and for
 * complex products that are not numbers. */
#include <stdint.h>

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

static unsigned_wide magnitude(wide x)
{
    return x < 0 ? -(unsigned_wide)x : (unsigned_wide)x;
}

/* The first 64 binary digits, and the number of digits after them. The last of the 64 is also set if any digit after
 * them is set. */
static uint64_t first_digits(unsigned_wide x, int *after)
{
    uint64_t high = (uint64_t)(x >> 64), low = (uint64_t)x;
    if (!high) {
        *after = 0;
        return low;
    }
    int zeros = __builtin_clzll(high);
    *after = 64 - zeros;
    uint64_t rest = zeros ? low << zeros : low;
    return (uint64_t)(x >> *after) | (rest != 0);
}

/* A power of two. */
static double power(int exponent)
{
    return (union { uint64_t bits; double value; }){(uint64_t)(1023 + exponent) << 52}.value;
}

double __floatuntidf(unsigned_wide x)
{
    int after;
    double first = (double)first_digits(x, &after);
    return first * power(after);
}

double __floattidf(wide x)
{
    double size = __floatuntidf(magnitude(x));
    return x < 0 ? -size : size;
}

/* Rounded once: a product with a power of two is exact. */
float __floatuntisf(unsigned_wide x)
{
    int after;
    float first = (float)first_digits(x, &after);
    return (float)(first * power(after));
}

float __floattisf(wide x)
{
    float size = __floatuntisf(magnitude(x));
    return x < 0 ? -size : size;
}

unsigned_wide __fixunsdfti(double x)
{
    if (!(x >= 1)) return 0;
    uint64_t bits = (union { double value; uint64_t bits; }){x}.bits;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    unsigned_wide fraction = (bits & 0xfffffffffffff) | (uint64_t)1 << 52;
    if (exponent >= 128) return ~(unsigned_wide)0;
    return exponent >= 52 ? fraction << (exponent - 52) : fraction >> (52 - exponent);
}

wide __fixdfti(double x)
{
    return x < 0 ? (wide)-__fixunsdfti(-x) : (wide)__fixunsdfti(x);
}

unsigned_wide __fixunssfti(float x)
{
    return __fixunsdfti(x);
}

wide __fixsfti(float x)
{
    return __fixdfti(x);
}

#define POWER(NUMBER, name)                            \
    NUMBER name(NUMBER x, int n)                       \
    {                                                  \
        unsigned left = n < 0 ? -(unsigned)n : (unsigned)n; \
        NUMBER product = left % 2 ? x : 1;             \
        while (left >>= 1) {                           \
            x *= x;                                    \
            if (left % 2) product *= x;                \
        }                                              \
        return n < 0 ? 1 / product : product;          \
    }

POWER(double, __powidf2)
POWER(float, __powisf2)

/* The product is infinite if a factor is, as annex G of the C standard says. */
#define PRODUCT(NUMBER, name, copysign)                                                                \
    NUMBER _Complex name(NUMBER a, NUMBER b, NUMBER c, NUMBER d)                                       \
    {                                                                                                  \
        NUMBER ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;               \
        if (x == x || y == y) return (union { NUMBER parts[2]; NUMBER _Complex whole; }){{x, y}}.whole; \
        int again = 0;                                                                                 \
        if (__builtin_isinf(a) || __builtin_isinf(b)) {                                                \
            a = copysign(__builtin_isinf(a) ? 1 : 0, a), b = copysign(__builtin_isinf(b) ? 1 : 0, b);  \
            if (c != c) c = copysign(0, c);                                                            \
            if (d != d) d = copysign(0, d);                                                            \
            again = 1;                                                                                 \
        }                                                                                              \
        if (__builtin_isinf(c) || __builtin_isinf(d)) {                                                \
            c = copysign(__builtin_isinf(c) ? 1 : 0, c), d = copysign(__builtin_isinf(d) ? 1 : 0, d);  \
            if (a != a) a = copysign(0, a);                                                            \
            if (b != b) b = copysign(0, b);                                                            \
            again = 1;                                                                                 \
        }                                                                                              \
        if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
            if (a != a) a = copysign(0, a);                                                            \
            if (b != b) b = copysign(0, b);                                                            \
            if (c != c) c = copysign(0, c);                                                            \
            if (d != d) d = copysign(0, d);                                                            \
            again = 1;                                                                                 \
        }                                                                                              \
        if (again) x = (NUMBER)__builtin_inf() * (a * c - b * d), y = (NUMBER)__builtin_inf() * (a * d + b * c); \
        return (union { NUMBER parts[2]; NUMBER _Complex whole; }){{x, y}}.whole;                      \
    }

PRODUCT(double, __muldc3, __builtin_copysign)
PRODUCT(float, __mulsc3, __builtin_copysignf)
