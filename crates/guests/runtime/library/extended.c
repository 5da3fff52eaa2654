/* math.h for `long double`, the x87's numbers with 64 binary digits. It has only the functions whose results the
 * processor's own instructions compute exactly or round correctly, since no other function could promise the same bits
 * everywhere (S11). */
#include "library.h"

typedef union {
    long double value;
    struct {
        uint64_t fraction;
        uint16_t sign_and_exponent;
    };
} extended;

enum {
    MOST_EXPONENT = 0x7fff, /* The exponent of infinity and NaN. */
    BIAS = 0x3fff,
};

#define LEADING 0x8000000000000000
#define QUIET 0x4000000000000000

static int exponent_of(long double x)
{
    return ((extended){x}).sign_and_exponent & MOST_EXPONENT;
}

int __signbitl(long double x)
{
    return ((extended){x}).sign_and_exponent >> 15;
}

int finitel(long double x)
{
    return exponent_of(x) != MOST_EXPONENT;
}

/* Returns 1, -1 or 0, which tells more than the standard's macro. */
int isinfl(long double x)
{
    if (finitel(x) || ((extended){x}).fraction != LEADING) return 0;
    return __signbitl(x) ? -1 : 1;
}

/* For this processor, a value with an exponent but without the leading digit is a NaN, too. */
int isnanl(long double x)
{
    return x != x;
}

int __fpclassifyl(long double x)
{
    uint64_t fraction = ((extended){x}).fraction;
    if (isnanl(x)) return FP_NAN;
    if (!finitel(x)) return FP_INFINITE;
    return fraction & LEADING ? FP_NORMAL : fraction ? FP_SUBNORMAL : FP_ZERO;
}

int __issignalingl(long double x)
{
    uint64_t fraction = ((extended){x}).fraction;
    return !finitel(x) && fraction << 1 && !(fraction & QUIET);
}

/* Equality that reacts to a quiet NaN as `<` does. */
int __iseqsigl(long double x, long double y)
{
    return x <= y && x >= y;
}

/* Whether x has the leading digit, which all numbers except zeroes and subnormal numbers have. */
int __iscanonicall(long double x)
{
    return !exponent_of(x) == !(((extended){x}).fraction & LEADING);
}

ALIAS(isinfl, __isinfl);
ALIAS(isnanl, __isnanl);
ALIAS(finitel, __finitel);

/* Copies only the sign, also for a NaN. */
long double copysignl(long double x, long double sign)
{
    extended u = {x};
    u.sign_and_exponent = (uint16_t)((u.sign_and_exponent & MOST_EXPONENT) | __signbitl(sign) << 15);
    return u.value;
}

long double fabsl(long double x)
{
    return copysignl(x, 1);
}

/* Settles a result of arithmetic: returns the number, or the only NaN that a result may be. */
static long double settled(long double x)
{
    return isnanl(x) ? NAN : x;
}

long double sqrtl(long double x)
{
    __asm__("fsqrt" : "+t"(x));
    return settled(x);
}

/* Rounds to the nearest whole number, and from halfway to the even one. */
long double rintl(long double x)
{
    __asm__("frndint" : "+t"(x));
    return settled(x);
}

long double floorl(long double x)
{
    long double near = rintl(x);
    return settled(copysignl(near > x ? near - 1 : near, x));
}

long double ceill(long double x)
{
    long double near = rintl(x);
    return settled(copysignl(near < x ? near + 1 : near, x));
}

long double truncl(long double x)
{
    return x < 0 ? ceill(x) : floorl(x);
}

/* Rounds to the nearest whole number, and from halfway away from zero. */
long double roundl(long double x)
{
    long double inwards = truncl(x);
    return fabsl(x - inwards) >= 0.5L ? inwards + copysignl(1, x) : inwards;
}

long double modfl(long double x, long double *whole)
{
    *whole = truncl(x);
    return settled(copysignl(isinfl(x) ? 0 : x - *whole, x));
}

/* x times 2 to the power of n, rounded once. */
long double scalbnl(long double x, int n)
{
    __asm__("fscale" : "+t"(x) : "u"((long double)n));
    return settled(x);
}

/* A fraction from 1/2 up to 1, and a power of 2. */
long double frexpl(long double x, int *power)
{
    *power = 0;
    if (x == 0 || !finitel(x)) return settled(x);
    /* Make a subnormal number normal. */
    int scaled = exponent_of(x) ? 0 : 64;
    extended u = {scaled ? x * 0x1p64L : x};
    *power = (u.sign_and_exponent & MOST_EXPONENT) - (BIAS - 1) - scaled;
    u.sign_and_exponent = (uint16_t)((u.sign_and_exponent & ~MOST_EXPONENT) | (BIAS - 1));
    return u.value;
}

/* The instructions for remainders must be repeated until a flag of the status word says that they are done. Three other
 * flags contain the last bits of the quotient. */
enum { C0 = 0x100, C1 = 0x200, C2 = 0x400, C3 = 0x4000 };

long double fmodl(long double x, long double y)
{
    uint16_t status;
    do __asm__ volatile("fprem\n\tfnstsw %1" : "+t"(x), "=a"(status) : "u"(y));
    while (status & C2);
    return settled(x);
}

/* Also gives the quotient's sign and its last three bits, or 0 if there is no quotient. */
long double remquol(long double x, long double y, int *quotient)
{
    int is_negative = __signbitl(x) != __signbitl(y);
    uint16_t status;
    do __asm__ volatile("fprem1\n\tfnstsw %1" : "+t"(x), "=a"(status) : "u"(y));
    while (status & C2);
    int bits = (status & C0 ? 4 : 0) | (status & C3 ? 2 : 0) | (status & C1 ? 1 : 0);
    *quotient = isnanl(x) ? 0 : is_negative ? -bits : bits;
    return settled(x);
}

long double remainderl(long double x, long double y)
{
    int quotient;
    return remquol(x, y, &quotient);
}

/* The number next to x in the direction of y. */
long double nextafterl(long double x, long double y)
{
    if (isnanl(x) || isnanl(y)) return NAN;
    if (x == y) return y;
    extended u = {x};
    if (x == 0) {
        u.fraction = 1;
        u.value = copysignl(u.value, y);
    } else if ((x < y) == (x > 0)) {
        /* Step away from zero. All numbers except subnormal ones have the leading digit. */
        u.fraction++;
        if (u.fraction << 1 == 0) {
            u.fraction = LEADING;
            u.sign_and_exponent++;
        }
    } else {
        u.fraction--;
        if (u.fraction << 1 == UINT64_MAX << 1 && !(u.fraction & LEADING)) {
            u.sign_and_exponent--;
            if (u.sign_and_exponent & MOST_EXPONENT) u.fraction |= LEADING;
        }
    }
    return u.value;
}

/* `nexttoward` for other types. Apart from the sign, their bits are ordered like whole numbers. */
#define NEXT_TOWARD(type, whole, name)                               \
    type name(type x, long double y)                                 \
    {                                                                \
        union {                                                      \
            type value;                                              \
            whole bits;                                              \
        } u = {x};                                                   \
        if (x != x || isnanl(y)) return (type)NAN;                   \
        if (x == y) return (type)y;                                  \
        whole sign = (whole)1 << (8 * sizeof x - 1);                 \
        if (x == 0) u.bits = 1 | (__signbitl(y) ? sign : 0);         \
        else u.bits += (x < y) == (x > 0) ? 1 : (whole)-1;           \
        return u.value;                                              \
    }

NEXT_TOWARD(float, uint32_t, nexttowardf)
NEXT_TOWARD(double, uint64_t, nexttoward)
ALIAS(nextafterl, nexttowardl);

#define NUMBER long double
#define SUFFIX l
#include "derived.h"
