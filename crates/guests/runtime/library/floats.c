/* math.h for `double` and `float`: functions that are derived from those of math.rs. */
#include "library.h"

#define NUMBER double
#define SUFFIX
#include "derived.h"
#undef NUMBER
#undef SUFFIX

#define NUMBER float
#define SUFFIX f
#include "derived.h"

/* Uses an instruction, which rounds correctly. */
double sqrt(double x)
{
    return x < 0 || x != x ? NAN : __builtin_sqrt(x);
}

float sqrtf(float x)
{
    return x < 0 || x != x ? (float)NAN : __builtin_sqrtf(x);
}

double scalb(double x, double n)
{
    if (x != x || n != n) return NAN;
    if (isinf(n)) return (x == 0 && n > 0) || (isinf(x) && n < 0) ? NAN : n > 0 ? x * n : x / -n;
    if (rint(n) != n) return NAN;
    return scalbln(x, n > LONG_MAX ? LONG_MAX : n < LONG_MIN ? LONG_MIN : (long)n);
}

float scalbf(float x, float n)
{
    return (float)scalb(x, n);
}

double pow10(double x)
{
    return exp10(x);
}

float pow10f(float x)
{
    return exp10f(x);
}

double lgamma(double x)
{
    return lgamma_r(x, &signgam);
}

float lgammaf(float x)
{
    return lgammaf_r(x, &signgam);
}

/* As in glibc: the older name of lgamma, not of tgamma. */
ALIAS(lgamma, gamma);
ALIAS(lgammaf, gammaf);
