/* Functions that glibc's <math.h> declares and musl has not. <math.h> is not included: there some of these names are
 * macros. */
#include <stdint.h>

#include "library.h"

typedef union {
    float value;
    uint32_t bits;
} single;

typedef union {
    double value;
    uint64_t bits;
} twofold;

typedef union {
    long double value;
    struct {
        uint64_t fraction;
        uint16_t sign_and_exponent;
    };
} extended;

#define FRACTION_F 0x007fffff
#define INFINITE_F 0x7f800000
#define QUIET_F 0x00400000
#define FRACTION 0x000fffffffffffff
#define INFINITE 0x7ff0000000000000
#define QUIET 0x0008000000000000
#define INTEGER_L 0x8000000000000000
#define QUIET_L 0x4000000000000000

static uint32_t magnitude_f(float x)
{
    return (single){x}.bits & 0x7fffffff;
}

static uint64_t magnitude(double x)
{
    return (twofold){x}.bits & 0x7fffffffffffffff;
}

/* 1, -1 or 0, which is more than the standard's macro says. */
int isinff(float x)
{
    return magnitude_f(x) != INFINITE_F ? 0 : (single){x}.bits >> 31 ? -1 : 1;
}

int isinf(double x)
{
    return magnitude(x) != INFINITE ? 0 : (twofold){x}.bits >> 63 ? -1 : 1;
}

int isinfl(long double x)
{
    extended u = {x};
    if ((u.sign_and_exponent & 0x7fff) != 0x7fff || u.fraction != INTEGER_L) return 0;
    return u.sign_and_exponent >> 15 ? -1 : 1;
}

int isnanf(float x)
{
    return magnitude_f(x) > INFINITE_F;
}

int isnan(double x)
{
    return magnitude(x) > INFINITE;
}

int isnanl(long double x)
{
    return x != x;
}

int finitef(float x)
{
    return magnitude_f(x) < INFINITE_F;
}

int finite(double x)
{
    return magnitude(x) < INFINITE;
}

int finitel(long double x)
{
    return ((extended){x}.sign_and_exponent & 0x7fff) != 0x7fff;
}

ALIAS(isinff, __isinff);
ALIAS(isinf, __isinf);
ALIAS(isinfl, __isinfl);
ALIAS(isnanf, __isnanf);
ALIAS(isnan, __isnan);
ALIAS(isnanl, __isnanl);
ALIAS(finitef, __finitef);
ALIAS(finite, __finite);
ALIAS(finitel, __finitel);

int __issignalingf(float x)
{
    return isnanf(x) && !((single){x}.bits & QUIET_F);
}

int __issignaling(double x)
{
    return isnan(x) && !((twofold){x}.bits & QUIET);
}

int __issignalingl(long double x)
{
    extended u = {x};
    return (u.sign_and_exponent & 0x7fff) == 0x7fff && u.fraction << 1 && !(u.fraction & QUIET_L);
}

/* Equality that minds a quiet NaN as `<` does. */
int __iseqsigf(float x, float y)
{
    return x <= y && x >= y;
}

int __iseqsig(double x, double y)
{
    return x <= y && x >= y;
}

int __iseqsigl(long double x, long double y)
{
    return x <= y && x >= y;
}

/* Whether the leading bit is there that all but zeroes and subnormal numbers have. */
int __iscanonicall(long double x)
{
    extended u = {x};
    return !(u.sign_and_exponent & 0x7fff) == !(u.fraction >> 63);
}

extern double lgamma(double);
extern float lgammaf(float);
extern long double lgammal(long double), remainderl(long double, long double);
extern long double scalbnl(long double, int);
extern int ilogbl(long double);

/* As in glibc: the older name of lgamma, not tgamma. */
double gamma(double x)
{
    return lgamma(x);
}

float gammaf(float x)
{
    return lgammaf(x);
}

long double gammal(long double x)
{
    return lgammal(x);
}

long double significandl(long double x)
{
    return scalbnl(x, -ilogbl(x));
}

long double dreml(long double x, long double y)
{
    return remainderl(x, y);
}
