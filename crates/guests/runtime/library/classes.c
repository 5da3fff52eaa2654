/* math.h: functions that classify numbers. <math.h> defines some of these names as macros. */
#include "library.h"

typedef union {
    float value;
    uint32_t bits;
} single;

typedef union {
    double value;
    uint64_t bits;
} twofold;

#define INFINITE_F 0x7f800000
#define QUIET_F 0x00400000
#define LEAST_NORMAL_F 0x00800000
#define INFINITE 0x7ff0000000000000
#define QUIET 0x0008000000000000
#define LEAST_NORMAL 0x0010000000000000

static uint32_t magnitude_f(float x)
{
    return (single){x}.bits & 0x7fffffff;
}

static uint64_t magnitude(double x)
{
    return (twofold){x}.bits & 0x7fffffffffffffff;
}

int __fpclassifyf(float x)
{
    uint32_t m = magnitude_f(x);
    if (m >= INFINITE_F) return m == INFINITE_F ? FP_INFINITE : FP_NAN;
    return m >= LEAST_NORMAL_F ? FP_NORMAL : m ? FP_SUBNORMAL : FP_ZERO;
}

int __fpclassify(double x)
{
    uint64_t m = magnitude(x);
    if (m >= INFINITE) return m == INFINITE ? FP_INFINITE : FP_NAN;
    return m >= LEAST_NORMAL ? FP_NORMAL : m ? FP_SUBNORMAL : FP_ZERO;
}

int __signbitf(float x)
{
    return (int)((single){x}.bits >> 31);
}

int __signbit(double x)
{
    return (int)((twofold){x}.bits >> 63);
}

/* Returns 1, -1 or 0, which tells more than the standard's macro. */
int isinff(float x)
{
    return magnitude_f(x) != INFINITE_F ? 0 : (single){x}.bits >> 31 ? -1 : 1;
}

int isinf(double x)
{
    return magnitude(x) != INFINITE ? 0 : (twofold){x}.bits >> 63 ? -1 : 1;
}

int isnanf(float x)
{
    return magnitude_f(x) > INFINITE_F;
}

int isnan(double x)
{
    return magnitude(x) > INFINITE;
}

int finitef(float x)
{
    return magnitude_f(x) < INFINITE_F;
}

int finite(double x)
{
    return magnitude(x) < INFINITE;
}

ALIAS(isinff, __isinff);
ALIAS(isinf, __isinf);
ALIAS(isnanf, __isnanf);
ALIAS(isnan, __isnan);
ALIAS(finitef, __finitef);
ALIAS(finite, __finite);

int __issignalingf(float x)
{
    return isnanf(x) && !((single){x}.bits & QUIET_F);
}

int __issignaling(double x)
{
    return isnan(x) && !((twofold){x}.bits & QUIET);
}

/* Equality that reacts to a quiet NaN as `<` does. */
int __iseqsigf(float x, float y)
{
    return x <= y && x >= y;
}

int __iseqsig(double x, double y)
{
    return x <= y && x >= y;
}
