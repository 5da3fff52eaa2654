/* Tests the functions of math.h at very many points. Prints a line for each function and type. The last argument
 * chooses one of two ways:
 *
 *  - "values": its results at some points, which are compared with those of the system's library. Some must be equal to
 *    the bit, others to the unit in the last place (library.rs knows which);
 *  - "hashes": a hash of its results at some thousands of points, which lie wherever numbers behave differently. */
#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "check.h"

static int values;

/* A result, which is compared with another library's result. It does not matter which NaN a NaN is. */
struct number {
    uint64_t high, low;
};

static struct number of_double(double x)
{
    struct number n = {0, 0x7ff8000000000000};
    if (x == x || !values) memcpy(&n.low, &x, sizeof x);
    return n;
}

static struct number of_float(float x)
{
    struct number n = {0, 0x7fc00000};
    if (x == x || !values) memcpy(&n.low, &x, sizeof x);
    return n;
}

static struct number of_long_double(long double x)
{
    struct number n = {0x7fff, 0xc000000000000000};
    if (x != x && values) return n;
    memcpy(&n.low, &x, 8);
    n.high = 0;
    memcpy(&n.high, (const char *)&x + 8, 2);
    return n;
}

static struct number of_whole(long long x)
{
    struct number n = {0, (uint64_t)x};
    return n;
}

#define NUMBER(x)                                                                                         \
    _Generic((x), double: of_double, float: of_float, long double: of_long_double, long: of_whole,        \
             long long: of_whole, int: of_whole)(x)

/* A point: two arguments and a whole number. */
struct point {
    long double x, y;
    int n;
};

/* Evenly distributed numbers between the bounds. All types can represent the steps. */
static double between(double least, double most)
{
    double step = (most - least) * 0x1p-20;
    return least + step * (double)below((1 << 20) + 1);
}

/* The types differ in the numbers that they can hold: `digits` is the number of digits of the fraction, and `reach` how
 * far the exponent reaches up and down. */
static int digits, reach;

static long double anything(void)
{
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, INFINITY, -INFINITY, NAN, 10.0, 1e22};
    uint64_t fraction = random64() >> (64 - digits) << (64 - digits);
    int exponent;
    switch (below(8)) {
    case 0: return special[below(sizeof special / sizeof *special)];
    case 1: return (long double)below(100) - 50;
    case 2: return ((long double)below(400) - 200) / 2;
    case 3: exponent = (int)below(2 * (size_t)reach) - reach; break;
    case 4: exponent = -(int)below(60); break;
    default: exponent = (int)below(12) - 5;
    }
    /* Numbers with few digits have some exact results. */
    if (below(4) == 0) fraction &= ~(uint64_t)0 << 58;
    long double x = scalbnl(1 + (long double)(fraction >> 1) * 0x1p-63L, exponent);
    return below(2) ? x : -x;
}

static struct point some_point(double least, double most)
{
    struct point p;
    if (values) {
        p.x = between(least, most);
        p.y = between(-4, 4);
        p.n = (int)below(40) - 20;
    } else {
        p.x = anything();
        p.y = anything();
        p.n = below(8) ? (int)below(60) - 30 : (int)below(40000) - 20000;
    }
    return p;
}

static uint64_t hash;

static void add(struct number n)
{
    uint64_t parts[2] = {n.low, n.high};
    for (int i = 0; i < 16; i++) hash = (hash ^ (parts[i / 8] >> (8 * (i % 8)) & 255)) * 0x100000001b3;
}

static void begin(const char *name, const char *type)
{
    say(name);
    say(" ");
    say(type);
    random_state = 0;
    for (; *name; name++) random_state = random_state * 31 + (unsigned char)*name;
    hash = 0xcbf29ce484222325;
}

static void end(void)
{
    if (!values) {
        say(" ");
        say_hex(hash);
    }
    say("\n");
}

static void out(struct number n)
{
    if (values) {
        say(" ");
        if (n.high) {
            say_hex(n.high);
            say(":");
        }
        say_hex(n.low);
    }
    add(n);
}

enum { VALUES = 300, HASHED = 4000 };

/* With x, y and n of type `type`: one result, or two. */
#define LOOP(name, type, called, its_digits, its_reach, least, most, ...)  \
    begin(name, called);                                                   \
    digits = its_digits;                                                   \
    reach = its_reach;                                                     \
    for (int i = 0; i < (values ? VALUES : HASHED); i++) {                 \
        struct point p = some_point(least, most);                          \
        type x = (type)p.x, y = (type)p.y;                                 \
        int n = p.n;                                                       \
        (void)x, (void)y, (void)n;                                         \
        __VA_ARGS__                                                        \
    }                                                                      \
    end();

#define IN_DOUBLE(name, least, most, ...) LOOP(name, double, "double", 53, 1070, least, most, __VA_ARGS__)
#define IN_FLOAT(name, least, most, ...) LOOP(name, float, "float", 24, 145, least, most, __VA_ARGS__)
#define IN_LONG(name, least, most, ...) LOOP(name, long double, "long", 64, 16440, least, most, __VA_ARGS__)

#define ONE(name, least, most)                                      \
    IN_DOUBLE(#name, least, most, { out(NUMBER(name(x))); })           \
    IN_FLOAT(#name, least, most, { out(NUMBER(name##f(x))); })

#define TWO(name, least, most)                                      \
    IN_DOUBLE(#name, least, most, { out(NUMBER(name(x, y))); })        \
    IN_FLOAT(#name, least, most, { out(NUMBER(name##f(x, y))); })

/* Functions that are exact or rounded correctly also exist for long double. */
#define EXACT_ONE(name, least, most) \
    ONE(name, least, most)           \
    IN_LONG(#name, least, most, { out(NUMBER(name##l(x))); })

#define EXACT_TWO(name, least, most) \
    TWO(name, least, most)           \
    IN_LONG(#name, least, most, { out(NUMBER(name##l(x, y))); })

#define WITH_WHOLE(name)                                            \
    IN_DOUBLE(#name, -100, 100, { out(NUMBER(name(x, n))); })          \
    IN_FLOAT(#name, -100, 100, { out(NUMBER(name##f(x, n))); })        \
    IN_LONG(#name, -100, 100, { out(NUMBER(name##l(x, n))); })

/* Tests conversions to a whole number. The result is undefined if the number is too large. */
#define WHOLE(name)                                                                       \
    IN_DOUBLE(#name, -100, 100, { out(NUMBER(fabs(x) < 0x1p62 ? name(x) : 0)); })            \
    IN_FLOAT(#name, -100, 100, { out(NUMBER(fabsf(x) < 0x1p62f ? name##f(x) : 0)); })        \
    IN_LONG(#name, -100, 100, { out(NUMBER(fabsl(x) < 0x1p62L ? name##l(x) : 0)); })

static void run(void)
{
    ONE(sin, -100, 100)
    ONE(cos, -100, 100)
    ONE(tan, -100, 100)
    ONE(asin, -1, 1)
    ONE(acos, -1, 1)
    ONE(atan, -20, 20)
    TWO(atan2, -4, 4)
    ONE(sinh, -20, 20)
    ONE(cosh, -20, 20)
    ONE(tanh, -20, 20)
    ONE(asinh, -100, 100)
    ONE(acosh, 1, 100)
    ONE(atanh, -1, 1)
    ONE(exp, -80, 80)
    ONE(exp2, -100, 100)
    ONE(exp10, -30, 30)
    ONE(expm1, -10, 50)
    ONE(log, 0.001, 1000)
    ONE(log2, 0.001, 1000)
    ONE(log10, 0.001, 1000)
    ONE(log1p, -0.99, 100)
    TWO(pow, 0, 100)
    ONE(cbrt, -1000, 1000)
    TWO(hypot, -10, 10)
    ONE(erf, -6, 6)
    ONE(erfc, -6, 9)
    ONE(tgamma, 0.1, 30)
    ONE(lgamma, 3, 1000)

    EXACT_ONE(sqrt, 0, 1000)
    EXACT_ONE(floor, -100, 100)
    EXACT_ONE(ceil, -100, 100)
    EXACT_ONE(trunc, -100, 100)
    EXACT_ONE(round, -100, 100)
    EXACT_ONE(rint, -100, 100)
    EXACT_ONE(nearbyint, -100, 100)
    WHOLE(lround)
    WHOLE(llround)
    WHOLE(lrint)
    WHOLE(llrint)
    EXACT_ONE(logb, -100, 100)
    EXACT_ONE(ilogb, -100, 100)
    EXACT_ONE(fabs, -100, 100)
    EXACT_TWO(fmod, -1000, 1000)
    EXACT_TWO(remainder, -1000, 1000)
    EXACT_TWO(fdim, -5, 5)
    EXACT_TWO(fmax, -5, 5)
    EXACT_TWO(fmin, -5, 5)
    EXACT_TWO(copysign, -5, 5)
    EXACT_TWO(nextafter, -5, 5)
    EXACT_TWO(nexttoward, -5, 5)
    WITH_WHOLE(ldexp)
    WITH_WHOLE(scalbn)
    WITH_WHOLE(scalbln)
    /* The third argument is near to the product, or far from it. */
    IN_DOUBLE("fma", -5, 5, { out(NUMBER(fma(x, y, n % 3 ? -(x * y) * (1 + n * 0x1p-50) : (double)n))); })
    IN_FLOAT("fma", -5, 5, { out(NUMBER(fmaf(x, y, n % 3 ? -(x * y) * (1 + (float)n * 0x1p-21f) : (float)n))); })
    IN_DOUBLE("frexp", -100, 100, { int e = 0; out(NUMBER(frexp(x, &e))); if (fabs(x) < INFINITY) out(NUMBER(e)); })
    IN_FLOAT("frexp", -100, 100, { int e = 0; out(NUMBER(frexpf(x, &e))); if (fabsf(x) < INFINITY) out(NUMBER(e)); })
    IN_LONG("frexp", -100, 100, { int e = 0; out(NUMBER(frexpl(x, &e))); if (fabsl(x) < INFINITY) out(NUMBER(e)); })
    IN_DOUBLE("modf", -100, 100, { double d; out(NUMBER(modf(x, &d))); out(NUMBER(d)); })
    IN_FLOAT("modf", -100, 100, { float d; out(NUMBER(modff(x, &d))); out(NUMBER(d)); })
    IN_LONG("modf", -100, 100, { long double d; out(NUMBER(modfl(x, &d))); out(NUMBER(d)); })
    IN_DOUBLE("remquo", -50, 50, { int q = 0; double r = remquo(x, y, &q); out(NUMBER(r)); out(NUMBER(r == r ? q & 7 : 0)); })
    IN_FLOAT("remquo", -50, 50, { int q = 0; float r = remquof(x, y, &q); out(NUMBER(r)); out(NUMBER(r == r ? q & 7 : 0)); })
    IN_LONG("remquo", -50, 50, { int q = 0; long double r = remquol(x, y, &q); out(NUMBER(r)); out(NUMBER(r == r ? q & 7 : 0)); })
    IN_DOUBLE("sincos", -100, 100, { double s, c; sincos(x, &s, &c); out(NUMBER(s)); out(NUMBER(c)); })
    IN_FLOAT("sincos", -100, 100, { float s, c; sincosf(x, &s, &c); out(NUMBER(s)); out(NUMBER(c)); })

    /* Near the zeroes of these functions, the libraries' results agree in hardly a digit. So test only between zeroes. */
    IN_DOUBLE("j0", 0, 2, { out(NUMBER(j0(x))); })
    IN_DOUBLE("j1", 0.1, 3, { out(NUMBER(j1(x))); })
    IN_DOUBLE("jn", 1, 3, { out(NUMBER(jn(n < 0 ? -n % 8 : n % 8, x))); })
    IN_DOUBLE("y0", 1.2, 3.5, { out(NUMBER(y0(x))); })
    IN_DOUBLE("y1", 0.1, 2, { out(NUMBER(y1(x))); })
    IN_DOUBLE("yn", 0.1, 0.8, { out(NUMBER(yn(n < 0 ? -n % 8 : n % 8, x))); })
    if (!values) {
        IN_FLOAT("j0", 0, 2, { out(NUMBER(j0f(x))); })
        IN_FLOAT("j1", 0, 2, { out(NUMBER(j1f(x))); })
        IN_FLOAT("jn", 0, 2, { out(NUMBER(jnf(n % 8, x))); })
        IN_FLOAT("y0", 0, 2, { out(NUMBER(y0f(x))); })
        IN_FLOAT("y1", 0, 2, { out(NUMBER(y1f(x))); })
        IN_FLOAT("yn", 0, 2, { out(NUMBER(ynf(n % 8, x))); })
    }
}

int main(int argc, char **argv)
{
    values = strcmp(argv[argc - 1], "values") == 0;
    run();
    return result();
}
