/* Tests math.h where the result is known exactly, either by the standard (Annex F) or because it can be represented.
 * This is compiled with -fno-builtin, so that the compiler does not compute the results itself. Tests of results that
 * are not known exactly are in points.c. */
#define _GNU_SOURCE
#include <float.h>
#include <limits.h>
#include <math.h>
#include <tgmath.h>

#include "check.h"

void bout_reset_library(void);
int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
int __signbit(double), __signbitf(float), __signbitl(long double);
int __isinf(double), __isinff(float), __isinfl(long double);
int __isnan(double), __isnanf(float), __isnanl(long double);
int __finite(double), __finitef(float), __finitel(long double);
int __issignaling(double), __issignalingf(float), __issignalingl(long double);
int __iseqsig(double, double), __iseqsigf(float, float), __iseqsigl(long double, long double);
int __iscanonicall(long double);
double (pow10)(double);
float pow10f(float);
long double dreml(long double, long double), significandl(long double);

#define INF INFINITY
#define PI 0x1.921fb54442d18p+1

static int same(long double got, long double expected)
{
    if (expected != expected) return got != got;
    return got == expected && !__builtin_signbitl(got) == !__builtin_signbitl(expected);
}

/* Tests a function for two types, or for all three. Each of these types must be able to represent the arguments. */
#define IS1(function, x, expected)                                            \
    do {                                                                      \
        if (!same((function)((double)(x)), expected)) failed(__FILE__, __LINE__, #function "(" #x ")");     \
        if (!same((function##f)((float)(x)), expected)) failed(__FILE__, __LINE__, #function "f(" #x ")");   \
    } while (0)

#define EXACT1(function, x, expected)                                         \
    do {                                                                      \
        IS1(function, x, expected);                                           \
        if (!same((function##l)((long double)(x)), expected)) failed(__FILE__, __LINE__, #function "l(" #x ")"); \
    } while (0)

#define IS2(function, x, y, expected)                                         \
    do {                                                                      \
        if (!same((function)((double)(x), y), expected))            \
            failed(__FILE__, __LINE__, #function "(" #x ", " #y ")");         \
        if (!same((function##f)((float)(x), y), expected))           \
            failed(__FILE__, __LINE__, #function "f(" #x ", " #y ")");        \
    } while (0)

#define EXACT2(function, x, y, expected)                                      \
    do {                                                                      \
        IS2(function, x, y, expected);                                        \
        if (!same((function##l)((long double)(x), y), expected)) \
            failed(__FILE__, __LINE__, #function "l(" #x ", " #y ")");        \
    } while (0)

/* Tests odd functions. At zero they return zero with the same sign, and at NaN they return NaN. */
#define ODD(function)          \
    do {                       \
        IS1(function, 0.0, 0.0);   \
        IS1(function, -0.0, -0.0); \
        IS1(function, NAN, NAN);   \
    } while (0)

static void circular(void)
{
    ODD(sin);
    ODD(tan);
    ODD(asin);
    ODD(atan);
    IS1(cos, 0.0, 1);
    IS1(cos, -0.0, 1);
    IS1(cos, NAN, NAN);
    IS1(sin, INF, NAN);
    IS1(sin, -INF, NAN);
    IS1(cos, INF, NAN);
    IS1(tan, INF, NAN);
    IS1(asin, 2, NAN);
    IS1(asin, -1.5, NAN);
    IS1(acos, 1.5, NAN);
    IS1(acos, 1, 0.0);
    CHECK(asin(1.0) == PI / 2 && asin(-1.0) == -PI / 2 && acos(-1.0) == PI && acos(0.0) == PI / 2);
    CHECK((atan)(INFINITY) == PI / 2 && (atan)(-INFINITY) == -PI / 2 && atan(1.0) == PI / 4);
    CHECK((atan2)(0.0, -0.0) == PI && (atan2)(-0.0, -1.0) == -PI && (atan2)(0.0, -INF) == PI);
    CHECK((atan2)(INF, -INF) == 0x1.2d97c7f3321d2p+1 && (atan2)(-INF, INF) == -PI / 4 && (atan2)(1.0, 0.0) == PI / 2);
    CHECK((atan2)(1.0, 1.0) == PI / 4 && (atan2)(-1.0, -0.0) == -PI / 2);
    IS2(atan2, 0.0, 1, 0.0);
    IS2(atan2, -0.0, 1, -0.0);
    IS2(atan2, -0.0, 0.0, -0.0);
    IS2(atan2, 3, INF, 0.0);
    IS2(atan2, -3, INF, -0.0);
    IS2(atan2, NAN, 1, NAN);
    IS2(atan2, 1, NAN, NAN);
    /* Near a multiple of pi, reducing the argument takes very many digits. */
    CHECK((sin)(PI) == 0x1.1a62633145c07p-53 && (cos)(PI) == -1 && (sin)(0x1p1023) == 0x1.205248cbdb760p-1);
    double s, c;
    sincos(0.0, &s, &c);
    CHECK(s == 0 && c == 1);
    float sf, cf;
    sincosf(-0.0f, &sf, &cf);
    CHECK(sf == 0 && signbit(sf) && cf == 1);
    sincos(INFINITY, &s, &c);
    CHECK(isnan(s) && isnan(c));
}

static void hyperbolic(void)
{
    ODD(sinh);
    ODD(tanh);
    ODD(asinh);
    ODD(atanh);
    IS1(sinh, INF, INF);
    IS1(sinh, -INF, -INF);
    IS1(cosh, 0, 1);
    IS1(cosh, -INF, INF);
    IS1(tanh, INF, 1);
    IS1(tanh, -INF, -1);
    IS1(asinh, -INF, -INF);
    IS1(acosh, 1, 0.0);
    IS1(acosh, 0.5, NAN);
    IS1(acosh, INF, INF);
    for (int i = 0; i < 1000; i++) IS1(acosh, -i, NAN);
    for (int i = 0; i < 100; i++) IS1(acosh, -scalbn(1.0 + i * 0x1p-10, i), NAN);
    IS1(atanh, 1, INF);
    IS1(atanh, -1, -INF);
    IS1(atanh, 1.5, NAN);
}

static void exponential(void)
{
    IS1(exp, 0.0, 1);
    IS1(exp, -0.0, 1);
    IS1(exp, INF, INF);
    IS1(exp, -INF, 0.0);
    IS1(exp, NAN, NAN);
    IS1(exp, 20000, INF);
    IS1(exp, -20000, 0.0);
    IS1(exp2, 0, 1);
    IS1(exp2, 10, 1024);
    IS1(exp2, -3, 0.125);
    IS1(exp2, 126, 0x1p126);
    IS1(exp2, -140, 0x1p-140);
    IS1(exp2, -INF, 0.0);
    CHECK(exp2(-1074.0) == 0x1p-1074 && exp2(1023.0) == 0x1p1023 && exp2(1024.0) == INF && exp2(-1100.0) == 0);
    IS1(exp10, 0, 1);
    IS1(exp10, 2, 100);
    IS1(exp10, 10, 1e10);
    IS1(pow10, 3, 1000);
    ODD(expm1);
    IS1(expm1, INF, INF);
    IS1(expm1, -INF, -1);
    IS1(expm1, -20000, -1);
    IS1(log, 1, 0.0);
    IS1(log, 0.0, -INF);
    IS1(log, -0.0, -INF);
    IS1(log, -1, NAN);
    IS1(log, INF, INF);
    IS1(log, NAN, NAN);
    IS1(log2, 1, 0.0);
    IS1(log2, 8, 3);
    IS1(log2, 0.25, -2);
    IS1(log2, 0x1p-140, -140);
    IS1(log2, 0.0, -INF);
    IS1(log2, -1, NAN);
    CHECK(log2(0x1p-1074) == -1074 && log2(0x1p1023) == 1023);
    IS1(log10, 1, 0.0);
    IS1(log10, 1000, 3);
    IS1(log10, 1e10, 10);
    IS1(log10, 0.0, -INF);
    IS1(log10, -3, NAN);
    ODD(log1p);
    IS1(log1p, -1, -INF);
    IS1(log1p, -2, NAN);
    IS1(log1p, INF, INF);
    EXACT1(logb, 8, 3);
    EXACT1(logb, -0.75, -1);
    EXACT1(logb, 0.0, -INF);
    EXACT1(logb, -INF, INF);
    CHECK((logb)(0x1p-1074) == -1074 && (logbf)(0x1p-149f) == -149);
    EXACT1(significand, 24, 1.5);
    EXACT1(significand, -0.375, -1.5);
}

static void powers(void)
{
    IS2(pow, 2, 10, 1024);
    IS2(pow, 2, -10, 0x1p-10);
    IS2(pow, -2, 3, -8);
    IS2(pow, -2, 4, 16);
    IS2(pow, 10, 8, 1e8);
    IS2(pow, 3, 5, 243);
    IS2(pow, 9, 0.5, 3);
    IS2(pow, -8, 0.5, NAN);
    IS2(pow, NAN, 0.0, 1);
    IS2(pow, NAN, -0.0, 1);
    IS2(pow, 1, NAN, 1);
    IS2(pow, 1, INF, 1);
    IS2(pow, NAN, 1, NAN);
    IS2(pow, 2, NAN, NAN);
    IS2(pow, -1, INF, 1);
    IS2(pow, -1, -INF, 1);
    IS2(pow, 0.0, -1, INF);
    IS2(pow, -0.0, -1, -INF);
    IS2(pow, -0.0, -3, -INF);
    IS2(pow, -0.0, -2, INF);
    IS2(pow, -0.0, -0.5, INF);
    IS2(pow, 0.0, -INF, INF);
    IS2(pow, -0.0, 3, -0.0);
    IS2(pow, -0.0, 2, 0.0);
    IS2(pow, -0.0, 0.5, 0.0);
    IS2(pow, 0.5, INF, 0.0);
    IS2(pow, 0.5, -INF, INF);
    IS2(pow, -2, INF, INF);
    IS2(pow, -2, -INF, 0.0);
    IS2(pow, -INF, 3, -INF);
    IS2(pow, -INF, 2, INF);
    IS2(pow, -INF, 0.5, INF);
    IS2(pow, -INF, -3, -0.0);
    IS2(pow, -INF, -2, 0.0);
    IS2(pow, INF, -1, 0.0);
    IS2(pow, INF, 1, INF);
    IS2(pow, -10, 20001, -INF);
    IS2(pow, -10, -20001, -0.0);
    CHECK(pow(10.0, 22.0) == 1e22 && pow(3.0, 33.0) == 5559060566555523.0 && pow(0.5, 1074.0) == 0x1p-1074);
    for (int i = -1074; i < 1024; i++) CHECK((pow)(2.0, i) == scalbn(1.0, i));
    EXACT1(sqrt, 0.0, 0.0);
    EXACT1(sqrt, -0.0, -0.0);
    EXACT1(sqrt, NAN, NAN);
    EXACT1(sqrt, 4, 2);
    EXACT1(sqrt, 0.0625, 0.25);
    EXACT1(sqrt, 0x1p-140, 0x1p-70);
    EXACT1(sqrt, INF, INF);
    EXACT1(sqrt, -1, NAN);
    CHECK((sqrt)(2.0) == 0x1.6a09e667f3bcdp+0 && (sqrtf)(2.0f) == 0x1.6a09e6p+0f);
    CHECK((sqrtl)(2.0L) == 0x1.6a09e667f3bcc908p+0L && (sqrt)(0x1p-1074) == 0x1p-537);
    for (long i = 1; i < 100000; i += 7) CHECK((sqrt)((double)(i * i)) == i && (sqrt)((double)(i * i) * 0x1p-600) == i * 0x1p-300);
    ODD(cbrt);
    IS1(cbrt, 27, 3);
    IS1(cbrt, -8, -2);
    IS1(cbrt, -INF, -INF);
    IS2(hypot, 3, 4, 5);
    IS2(hypot, -5, 12, 13);
    IS2(hypot, 0.0, -7, 7);
    IS2(hypot, NAN, -INF, INF);
    IS2(hypot, INF, NAN, INF);
    IS2(hypot, NAN, 1, NAN);
    CHECK(hypot(3e300, 4e300) == 5e300 && (hypot)(3 * 0x1p-1070, 4 * 0x1p-1070) == 5 * 0x1p-1070);
}

static void special(void)
{
    ODD(erf);
    IS1(erf, INF, 1);
    IS1(erf, -INF, -1);
    IS1(erfc, 0, 1);
    IS1(erfc, INF, 0.0);
    IS1(erfc, -INF, 2);
    IS1(tgamma, 1, 1);
    IS1(tgamma, 5, 24);
    IS1(tgamma, 11, 3628800);
    IS1(tgamma, 0.0, INF);
    IS1(tgamma, -0.0, -INF);
    IS1(tgamma, -3, NAN);
    IS1(tgamma, -INF, NAN);
    IS1(tgamma, INF, INF);
    IS1(tgamma, 2000, INF);
    IS1(lgamma, 1, 0.0);
    IS1(lgamma, 2, 0.0);
    IS1(lgamma, 0.0, INF);
    IS1(lgamma, -4, INF);
    IS1(lgamma, -INF, INF);
    IS1(gamma, 1, 0.0);
    int sign = 0;
    (lgamma)(-0.5);
    CHECK(signgam == -1);
    (lgamma)(-1.5);
    CHECK(signgam == 1);
    (lgammaf)(-0.5f);
    CHECK(signgam == -1);
    bout_reset_library();
    CHECK(signgam == 0);
    CHECK(lgamma_r(-0.5, &sign) == 0x1.43f89a3f0edd6p+0 && sign == -1);
    CHECK(lgammaf_r(3.0f, &sign) == 0x1.62e43p-1f && sign == 1);
    CHECK(j0(0.0) == 1 && j1(0.0) == 0 && jn(5, 0.0) == 0 && y0(0.0) == -INF && j0f(0.0f) == 1 && ynf(1, 0.0f) == -INF);
}

#define ROUNDS(x, downwards, upwards, inwards, away, even) \
    do {                                                   \
        EXACT1(floor, x, downwards);                          \
        EXACT1(ceil, x, upwards);                             \
        EXACT1(trunc, x, inwards);                            \
        EXACT1(round, x, away);                               \
        EXACT1(rint, x, even);                                \
        EXACT1(nearbyint, x, even);                           \
        CHECK((lround)(x) == (long)(away) && (lroundf)(x) == (long)(away) && (lroundl)(x) == (long)(away)); \
        CHECK((llround)(x) == (long)(away) && (llroundf)(x) == (long)(away) && (llroundl)(x) == (long)(away)); \
        CHECK((lrint)(x) == (long)(even) && (lrintf)(x) == (long)(even) && (lrintl)(x) == (long)(even)); \
        CHECK((llrint)(x) == (long)(even) && (llrintf)(x) == (long)(even) && (llrintl)(x) == (long)(even)); \
    } while (0)

static void rounding(void)
{
    ROUNDS(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    ROUNDS(-0.0, -0.0, -0.0, -0.0, -0.0, -0.0);
    ROUNDS(0.25, 0.0, 1, 0.0, 0.0, 0.0);
    ROUNDS(-0.25, -1, -0.0, -0.0, -0.0, -0.0);
    ROUNDS(0.5, 0.0, 1, 0.0, 1, 0.0);
    ROUNDS(-0.5, -1, -0.0, -0.0, -1, -0.0);
    ROUNDS(0.75, 0.0, 1, 0.0, 1, 1);
    ROUNDS(1.5, 1, 2, 1, 2, 2);
    ROUNDS(2.5, 2, 3, 2, 3, 2);
    ROUNDS(-2.5, -3, -2, -2, -3, -2);
    ROUNDS(-3.5, -4, -3, -3, -4, -4);
    ROUNDS(7, 7, 7, 7, 7, 7);
    ROUNDS(-1234567, -1234567, -1234567, -1234567, -1234567, -1234567);
    ROUNDS(0x1p-140, 0.0, 1, 0.0, 0.0, 0.0);
    ROUNDS(-0x1p-140, -1, -0.0, -0.0, -0.0, -0.0);
    ROUNDS(8388607.5f, 8388607, 8388608, 8388607, 8388608, 8388608);
    ROUNDS(0x1p40, 0x1p40, 0x1p40, 0x1p40, 0x1p40, 0x1p40);
    double whole[] = {INF, -INF, 0x1p100, -0x1p70, NAN};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        double x = whole[i];
        EXACT1(floor, x, x);
        EXACT1(ceil, x, x);
        EXACT1(trunc, x, x);
        EXACT1(round, x, x);
        EXACT1(rint, x, x);
        EXACT1(nearbyint, x, x);
    }
    CHECK((round)(0x1.fffffffffffffp-2) == 0 && (floor)(0x1.fffffffffffffp+51) == 0x1.ffffffffffffep+51);
    CHECK((round)(0x1.fffffffffffffp+51) == 0x1p52 && (rint)(0x1.fffffffffffffp+51) == 0x1p52);
    CHECK((rint)(0x1.0000000000001p+52) == 0x1.0000000000001p+52 && (lrint)(-0x1p63) == LONG_MIN);
    CHECK((roundl)(0x1.fffffffffffffffep-2L) == 0 && (floorl)(-0x1p-16445L) == -1);
}

#define PARTS(x, fraction, power)                                   \
    do {                                                            \
        int e = 99;                                                 \
        CHECK(same((frexp)(x, &e), fraction) && e == (power));      \
        CHECK(same((frexpf)(x, &e), fraction) && e == (power));     \
        CHECK(same((frexpl)(x, &e), fraction) && e == (power));     \
    } while (0)

#define SPLIT(x, inner, rest)                                                        \
    do {                                                                             \
        double d;                                                                    \
        float f;                                                                     \
        long double l;                                                               \
        CHECK(same((modf)(x, &d), rest) && same(d, inner));                          \
        CHECK(same((modff)(x, &f), rest) && same(f, inner));                         \
        CHECK(same((modfl)(x, &l), rest) && same(l, inner));                         \
    } while (0)

/* Checks the last three bits of the quotient and, unless these are 0, its sign. */
static int has_bits(int q, int expected)
{
    int bits = (expected < 0 ? -expected : expected) & 7;
    return ((q < 0 ? -q : q) & 7) == bits && (!bits || (q < 0) == (expected < 0));
}

#define QUOTIENT(x, y, rest, expected)                                            \
    do {                                                                          \
        int q = 99;                                                               \
        CHECK(same((remquo)(x, y, &q), rest) && has_bits(q, expected));           \
        CHECK(same((remquof)(x, y, &q), rest) && has_bits(q, expected));          \
        CHECK(same((remquol)(x, y, &q), rest) && has_bits(q, expected));          \
    } while (0)

static void pieces(void)
{
    PARTS(8, 0.5, 4);
    PARTS(-0.75, -0.75, 0);
    PARTS(0x1p-140, 0.5, -139);
    PARTS(0.0, 0.0, 0);
    PARTS(-0.0, -0.0, 0);
    int e;
    CHECK(same((frexp)(INF, &e), INF) && same((frexpf)(NAN, &e), NAN) && (frexp)(0x1p-1074, &e) == 0.5 && e == -1073);
    SPLIT(2.75, 2, 0.75);
    SPLIT(-2.75, -2, -0.75);
    SPLIT(-3, -3, -0.0);
    SPLIT(INF, INF, 0.0);
    SPLIT(-INF, -INF, -0.0);
    SPLIT(-0.0, -0.0, -0.0);
    SPLIT(NAN, NAN, NAN);

    EXACT2(ldexp, 1.5, 4, 24);
    EXACT2(scalbn, 1.5, -4, 0.09375);
    EXACT2(scalbn, -0.0, 100, -0.0);
    EXACT2(scalbn, INF, -100, INF);
    EXACT2(scalbn, NAN, 1, NAN);
    EXACT2(scalbn, 1, 100000, INF);
    EXACT2(scalbn, -1, -100000, -0.0);
    EXACT2(scalbn, 1, INT_MAX, INF);
    EXACT2(scalbn, 1, INT_MIN, 0.0);
    EXACT2(scalbln, 3, 2, 12);
    CHECK(same((scalbln)(1.0, LONG_MAX), INF) && same((scalblnl)(-1.0L, LONG_MIN), -0.0));
    /* It must round only once: 1.5 times the least number is halfway to the second number. */
    CHECK((scalbn)(0x1.8p0, -1074) == 0x1p-1073 && (scalbn)(0x1.7ffffffffffffp0, -1074) == 0x1p-1074);
    CHECK((scalbn)(0x1p-1074, 2097) == 0x1p1023 && (ldexpf)(0x1p-149f, 276) == 0x1p127f);
    CHECK((scalb)(3.0, 2.0) == 12 && (scalbf)(3.0f, -1.0f) == 1.5f);
    CHECK((ilogb)(8.0) == 3 && (ilogbf)(0x1p-149f) == -149 && (ilogbl)(0.75L) == -1 && (ilogb)(0x1p-1074) == -1074);
    CHECK((ilogb)(0.0) == FP_ILOGB0 && (ilogbf)(NAN) == FP_ILOGBNAN && (ilogbl)(INF) == INT_MAX);

    EXACT2(fmod, 7, 3, 1);
    EXACT2(fmod, -7, 3, -1);
    EXACT2(fmod, 7, -3, 1);
    EXACT2(fmod, -6, 3, -0.0);
    EXACT2(fmod, 0.0, 3, 0.0);
    EXACT2(fmod, -0.0, 3, -0.0);
    EXACT2(fmod, 5.25, 0.5, 0.25);
    EXACT2(fmod, 5, INF, 5);
    EXACT2(fmod, INF, 5, NAN);
    EXACT2(fmod, 5, 0, NAN);
    EXACT2(fmod, NAN, 5, NAN);
    EXACT2(fmod, 0x1p100, 3, 1);
    EXACT2(fmod, 0x1p-140, 0x1p-141, 0.0);
    CHECK((fmod)(0x1p1023, 0x1.8p-1073) == 0x1p-1073); /* 2^n is 1 or 2 more than a multiple of 3. */
    EXACT2(remainder, 7, 4, -1);
    EXACT2(remainder, 6, 4, -2);
    EXACT2(remainder, 2, 4, 2);
    EXACT2(remainder, -6, 4, 2);
    EXACT2(remainder, -8, 4, -0.0);
    EXACT2(remainder, 5, INF, 5);
    EXACT2(remainder, INF, 5, NAN);
    EXACT2(remainder, 5, 0, NAN);
    EXACT2(drem, 7, 4, -1);
    QUOTIENT(7, 4, -1, 2);
    QUOTIENT(-7, 4, 1, -2);
    QUOTIENT(29, 4, 1, 7);
    QUOTIENT(6, 4, -2, 2);
    for (int i = -100; i < 100; i++) {
        double quotient = rint(i / 16.0), rest = i - 16 * quotient;
        QUOTIENT(i, 16, rest == 0 ? copysign(0.0, (double)i) : rest, (int)quotient);
    }

    EXACT2(copysign, 3, -0.0, -3);
    EXACT2(copysign, -INF, 1, INF);
    CHECK(signbit((copysign)(NAN, -1.0)) && !signbit((copysignf)(NAN, 1.0f)));
    EXACT1(fabs, -0.0, 0.0);
    EXACT1(fabs, -INF, INF);
    EXACT1(fabs, -2.5, 2.5);
    EXACT2(fdim, 5, 3, 2);
    EXACT2(fdim, 3, 5, 0.0);
    EXACT2(fdim, INF, INF, 0.0);
    EXACT2(fdim, NAN, 1, NAN);
    EXACT2(fmax, 1, 2, 2);
    EXACT2(fmax, NAN, 2, 2);
    EXACT2(fmax, -2, NAN, -2);
    EXACT2(fmax, NAN, NAN, NAN);
    EXACT2(fmin, 1, 2, 1);
    EXACT2(fmin, NAN, 2, 2);
    EXACT2(fmin, -INF, 2, -INF);
    EXACT2(fmin, NAN, NAN, NAN);
    EXACT2(fmax, 0.0, -0.0, 0.0);
    EXACT2(fmax, -0.0, 0.0, 0.0);
    EXACT2(fmin, 0.0, -0.0, -0.0);
    EXACT2(fmin, -0.0, 0.0, -0.0);

    CHECK((nextafter)(1.0, 2.0) == 1 + DBL_EPSILON && (nextafter)(1.0, 0.0) == 1 - DBL_EPSILON / 2);
    CHECK((nextafter)(0.0, 1.0) == 0x1p-1074 && same((nextafter)(0x1p-1074, 0.0), 0.0));
    CHECK(same((nextafter)(-0x1p-1074, 0.0), -0.0) && (nextafter)(DBL_MAX, INF) == INF && (nextafter)(INF, 0.0) == DBL_MAX);
    CHECK((nextafterf)(1.0f, 2.0f) == 1 + FLT_EPSILON && (nextafterl)(1.0L, 2.0L) == 1 + LDBL_EPSILON);
    CHECK((nextafterl)(0.0L, 1.0L) == 0x1p-16445L && same((nextafter)(0.0, -0.0), -0.0) && isnan((nextafter)(NAN, 1.0)));
    CHECK((nexttoward)(1.0, 1 + LDBL_EPSILON) == 1 + DBL_EPSILON && (nexttowardf)(1.0f, 0.0L) == 1 - FLT_EPSILON / 2);
    CHECK((nexttowardl)(1.0L, 2.0L) == 1 + LDBL_EPSILON);
    /* Test places where the exponent changes. */
    CHECK((nextafterl)(2.0L, 0.0L) == 2 - LDBL_EPSILON && (nextafterl)(2 - LDBL_EPSILON, 3.0L) == 2);
    CHECK((nextafterl)(LDBL_MIN, 0.0L) == LDBL_MIN - 0x1p-16445L && (nextafterl)(LDBL_MIN - 0x1p-16445L, 1.0L) == LDBL_MIN);
    CHECK((nextafterl)(LDBL_MAX, INF) == INF && (nextafterl)(-INF, 0.0L) == -LDBL_MAX && isnan((nextafterl)(1.0L, NAN)));
    CHECK((nexttoward)(DBL_MAX, LDBL_MAX) == INF && (nexttoward)(0x1p-1022, 0.0L) == 0x0.fffffffffffffp-1022);

    /* The product is not rounded. */
    CHECK((fma)(0x1.0000000000001p0, 0x1.0000000000001p0, -1.0) == 0x1.00000000000008p-51);
    CHECK((fmaf)(0x1.000002p0f, 0x1.000002p0f, -1.0f) == 0x1.000001p-22f);
    /* Here rounding the sum to double first would land exactly between two floats. */
    CHECK((fmaf)(0x1.000002p0f, 0x1p-24f, 0x1p0f) == 0x1.000002p0f);
    CHECK((fmaf)(0x1.fffffep-1f, 0x1p-24f, 0x1p0f) == 0x1p0f && (fmaf)(0x1p-24f, 1.0f, 1.0f) == 1.0f);
    CHECK((fmaf)(0x1p-75f, 0x1p-75f, 0x1.000002p0f) == 0x1.000002p0f && (fmaf)(2.0f, INFINITY, -1.0f) == INFINITY);
    CHECK((fma)(0x1p-1000, 0x1p-1000, -0x1p-1074) == -0x1p-1074 && isnan((fma)(0.0, INF, 1.0)) && isnan((fma)(INF, 1.0, -INF)));
    /* A product that is too small for its sign to count still has it. */
    CHECK(same((fma)(-0x1p-600, 0x1p-600, 0.0), -0.0));
    CHECK(same((fma)(-0.0, 1.0, 0.0), 0.0) && same((fma)(-0.0, 1.0, -0.0), -0.0) && (fma)(1e308, 10.0, -INF) == -INF);
    CHECK((fma)(0x1p1023, 2.0, -0x1p1023) == 0x1p1023);
}

static void classes(void)
{
    double values[] = {NAN, INF, -INF, 0.0, -0.0, 0x1p-140, -1.0};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        double x = values[i];
        float f = (float)x;
        long double l = x;
        int class = i == 0 ? FP_NAN : i < 3 ? FP_INFINITE : i < 5 ? FP_ZERO : FP_NORMAL;
        CHECK(__fpclassify(x) == class && __fpclassifyf(f) == (i == 5 ? FP_SUBNORMAL : class) && __fpclassifyl(l) == class);
        if (i) CHECK(!__signbit(x) == (i % 2 == 1) && !__signbitf(f) == (i % 2 == 1) && !__signbitl(l) == (i % 2 == 1));
        int infinite = i == 1 ? 1 : i == 2 ? -1 : 0;
        CHECK(__isinf(x) == infinite && __isinff(f) == infinite && __isinfl(l) == infinite);
        CHECK((isinf)(x) == infinite && (isinff)(f) == infinite && (isinfl)(l) == infinite);
        CHECK(!__isnan(x) == (i > 0) && !__isnanf(f) == (i > 0) && !__isnanl(l) == (i > 0));
        CHECK(!(isnan)(x) == (i > 0) && !(isnanf)(f) == (i > 0) && !(isnanl)(l) == (i > 0));
        CHECK(!__finite(x) == (i < 3) && !__finitef(f) == (i < 3) && !__finitel(l) == (i < 3));
        CHECK(!__issignaling(x) && !__issignalingf(f) && !__issignalingl(l));
        CHECK(__iseqsig(x, x) == (i > 0) && __iseqsigf(f, f) == (i > 0) && __iseqsigl(l, l) == (i > 0));
        CHECK(!__iseqsig(x, 2.0) && __iscanonicall(l));
        /* The compiler decides what the macros expand to, but the result must link. */
        CHECK(fpclassify(x) == class && !isfinite(x) == (i < 3) && issignaling(x) == 0 && iscanonical(l));
    }
    CHECK(__fpclassify(0x1p-1050) == FP_SUBNORMAL && __fpclassifyl(0x1p-16440L) == FP_SUBNORMAL);
    union {
        uint64_t bits;
        double value;
    } loud = {0x7ff4000000000000};
    CHECK(__issignaling(loud.value));
    CHECK(isnan((nan)("")) && isnan((nanf)("1")) && isnan((nanl)("x")));
}

/* Tests the functions through <tgmath.h>. */
static void generic(void)
{
    float f = 4;
    long double l = 4;
    CHECK(sizeof sqrt(f) == sizeof(float) && sizeof sqrt(l) == sizeof(long double) && sizeof sqrt(4) == sizeof(double));
    CHECK(sqrt(f) == 2 && sqrt(l) == 2 && sqrt(4) == 2 && pow(f, 2) == 16 && fmax(f, l) == 4 && lround(f) == 4);
}

int main(void)
{
    circular();
    hyperbolic();
    exponential();
    powers();
    special();
    rounding();
    pieces();
    classes();
    generic();
    return result();
}
