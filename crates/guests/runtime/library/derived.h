/* Functions of math.h that are derived from others, for a type NUMBER whose functions have a SUFFIX. This file has no
 * include guard, because it is included once for every type. */
#define JOINED(name, suffix) name##suffix
#define JOIN(name, suffix) JOINED(name, suffix)
#define OF(name) JOIN(name, SUFFIX)

/* The rounding mode is always the same. */
NUMBER OF(nearbyint)(NUMBER x)
{
    return OF(rint)(x);
}

/* A value that is out of range or NaN becomes the least number, as in the processor's instruction. */
static long OF(to_long)(NUMBER x)
{
    const NUMBER beyond = -(NUMBER)LONG_MIN;
    return x >= -beyond && x < beyond ? (long)x : LONG_MIN;
}

static long long OF(to_long_long)(NUMBER x)
{
    const NUMBER beyond = -(NUMBER)LLONG_MIN;
    return x >= -beyond && x < beyond ? (long long)x : LLONG_MIN;
}

long OF(lrint)(NUMBER x)
{
    return OF(to_long)(OF(rint)(x));
}

long long OF(llrint)(NUMBER x)
{
    return OF(to_long_long)(OF(rint)(x));
}

long OF(lround)(NUMBER x)
{
    return OF(to_long)(OF(round)(x));
}

long long OF(llround)(NUMBER x)
{
    return OF(to_long_long)(OF(round)(x));
}

/* If only one argument is a number, it is the result. The positive zero is greater than the negative one. */
NUMBER OF(fmax)(NUMBER x, NUMBER y)
{
    if (x != x || y != y) return x == x ? x : y == y ? y : (NUMBER)NAN;
    return x < y || (x == y && OF(__signbit)(x)) ? y : x;
}

NUMBER OF(fmin)(NUMBER x, NUMBER y)
{
    if (x != x || y != y) return x == x ? x : y == y ? y : (NUMBER)NAN;
    return x < y || (x == y && OF(__signbit)(x)) ? x : y;
}

/* By how much x is greater than y. */
NUMBER OF(fdim)(NUMBER x, NUMBER y)
{
    if (x != x || y != y) return (NUMBER)NAN;
    return x > y ? x - y : 0;
}

/* The exponent of a number whose fraction is at least 1; FP_ILOGB0 and FP_ILOGBNAN of glibc's headers. */
int OF(ilogb)(NUMBER x)
{
    if (OF(isinf)(x)) return INT_MAX;
    if (x == 0 || x != x) return INT_MIN;
    int exponent;
    OF(frexp)(x, &exponent);
    return exponent - 1;
}

NUMBER OF(logb)(NUMBER x)
{
    if (x == 0) return -(NUMBER)INFINITY;
    if (!OF(finite)(x)) return x == x ? (NUMBER)INFINITY : (NUMBER)NAN;
    return (NUMBER)OF(ilogb)(x);
}

/* The number without its exponent. */
NUMBER OF(significand)(NUMBER x)
{
    if (x == 0 || !OF(finite)(x)) return x == x ? x : (NUMBER)NAN;
    int exponent;
    return 2 * OF(frexp)(x, &exponent);
}

NUMBER OF(ldexp)(NUMBER x, int n)
{
    return OF(scalbn)(x, n);
}

/* With a larger exponent, any number becomes zero or infinite. */
NUMBER OF(scalbln)(NUMBER x, long n)
{
    const long enough = 100000;
    return OF(scalbn)(x, (int)(n > enough ? enough : n < -enough ? -enough : n));
}

NUMBER OF(drem)(NUMBER x, NUMBER y)
{
    return OF(remainder)(x, y);
}

/* There is only one NaN. */
NUMBER OF(nan)(const char *kind)
{
    (void)kind;
    return (NUMBER)NAN;
}

#undef OF
#undef JOIN
#undef JOINED
