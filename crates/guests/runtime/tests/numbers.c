/* Tests strtol, strtod and their families. The cases were worked out by hand from the C standard. Then the program
 * prints a great many numbers. They are compared with those that the system's library reads. */
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* glibc's headers have these names only since 2.38, and use them in place of the plain names since then. */
long bout_strtol(const char *, char **, int) __asm__("strtol");
unsigned long bout_strtoul(const char *, char **, int) __asm__("strtoul");
long long bout_strtoll(const char *, char **, int) __asm__("strtoll");
unsigned long long bout_strtoull(const char *, char **, int) __asm__("strtoull");
#ifdef IMAGE
long __isoc23_strtol(const char *, char **, int);
unsigned long __isoc23_strtoul(const char *, char **, int);
long long __isoc23_strtoll(const char *, char **, int);
unsigned long long __isoc23_strtoull(const char *, char **, int);
#else
#define __isoc23_strtol bout_strtol
#define __isoc23_strtoul bout_strtoul
#define __isoc23_strtoll bout_strtoll
#define __isoc23_strtoull bout_strtoull
#endif

/* `used`: the number of characters that belong to the number. `out`: whether the number is out of range. */
struct whole {
    const char *text;
    int base;
    long value;
    int used, out;
};

static const struct whole signed_cases[] = {
    {"0", 10, 0, 1, 0},
    {"123", 10, 123, 3, 0},
    {"  \t\n\v\f\r-77x", 10, -77, 10, 0},
    {"+5", 10, 5, 2, 0},
    {"- 5", 10, 0, 0, 0},
    {"+-5", 10, 0, 0, 0},
    {"", 10, 0, 0, 0},
    {"   ", 10, 0, 0, 0},
    {"-", 10, 0, 0, 0},
    {"abc", 10, 0, 0, 0},
    {"12ab", 10, 12, 2, 0},
    {"1_000", 10, 1, 1, 0},
    {"\xa0" "1", 10, 0, 0, 0},
    {"9223372036854775807", 10, LONG_MAX, 19, 0},
    {"9223372036854775808", 10, LONG_MAX, 19, 1},
    {"-9223372036854775808", 10, LONG_MIN, 20, 0},
    {"-9223372036854775809", 10, LONG_MIN, 20, 1},
    {"99999999999999999999999999x", 10, LONG_MAX, 26, 1},
    {"-99999999999999999999999999", 10, LONG_MIN, 27, 1},
    {"000000000000000000000000000009", 10, 9, 30, 0},
    {"7fffffffffffffff", 16, LONG_MAX, 16, 0},
    {"8000000000000000", 16, LONG_MAX, 16, 1},
    {"-0x8000000000000000", 16, LONG_MIN, 19, 0},
    {"0x", 16, 0, 1, 0},
    {"0x", 0, 0, 1, 0},
    {"0xg", 0, 0, 1, 0},
    {"0xFf", 0, 255, 4, 0},
    {"-0XfF", 16, -255, 5, 0},
    {"0xFf", 10, 0, 1, 0},
    {"x10", 16, 0, 0, 0},
    {"017", 0, 15, 3, 0},
    {"08", 0, 0, 1, 0},
    {"018", 0, 1, 2, 0},
    {"19", 8, 1, 1, 0},
    {"0", 0, 0, 1, 0},
    {"zZ", 36, 35 * 36 + 35, 2, 0},
    {"1111", 2, 15, 4, 0},
    {"12", 2, 1, 1, 0},
    {"777777777777777777777", 8, LONG_MAX, 21, 0},
    {"1000000000000000000000", 8, LONG_MAX, 22, 1},
    {"2021110011022210012102010021220101220221", 3, LONG_MAX, 40, 0},
    {"2021110011022210012102010021220101220222", 3, LONG_MAX, 40, 1},
};

static const struct whole unsigned_cases[] = {
    {"18446744073709551615", 10, -1, 20, 0},
    {"18446744073709551616", 10, -1, 20, 1},
    {"-1", 10, -1, 2, 0},
    {"-18446744073709551615", 10, 1, 21, 0},
    {"-18446744073709551616", 10, -1, 21, 1},
    {"-0", 10, 0, 2, 0},
    {"0xffffffffffffffff", 0, -1, 18, 0},
    {"0x10000000000000000", 0, -1, 19, 1},
    {" 42 ", 10, 42, 3, 0},
    {"0x", 0, 0, 1, 0},
};

/* The results by the rules before C23, and by the rules of C23. */
struct binary {
    struct whole before, since;
};

static const struct binary binary_cases[] = {
    {{"0b101", 0, 0, 1, 0}, {"0b101", 0, 5, 5, 0}},
    {{"-0B101", 0, 0, 2, 0}, {"-0B101", 0, -5, 6, 0}},
    {{"0b101", 2, 0, 1, 0}, {"0b101", 2, 5, 5, 0}},
    {{" \t+0b12", 2, 0, 4, 0}, {" \t+0b12", 2, 1, 6, 0}},
    {{"0b", 0, 0, 1, 0}, {"0b", 0, 0, 1, 0}},
    {{"0b2", 2, 0, 1, 0}, {"0b2", 2, 0, 1, 0}},
    {{"0b+1", 2, 0, 1, 0}, {"0b+1", 2, 0, 1, 0}},
    {{"b1", 2, 0, 0, 0}, {"b1", 2, 0, 0, 0}},
    {{"0b11", 16, 0xb11, 4, 0}, {"0b11", 16, 0xb11, 4, 0}},
    {{"0b11", 12, 11 * 144 + 13, 4, 0}, {"0b11", 12, 11 * 144 + 13, 4, 0}},
    {{"0b11", 10, 0, 1, 0}, {"0b11", 10, 0, 1, 0}},
    {{"0b0111111111111111111111111111111111111111111111111111111111111111", 0, 0, 1, 0},
     {"0b0111111111111111111111111111111111111111111111111111111111111111", 0, LONG_MAX, 66, 0}},
    {{"0b1000000000000000000000000000000000000000000000000000000000000000", 0, 0, 1, 0},
     {"0b1000000000000000000000000000000000000000000000000000000000000000", 0, LONG_MAX, 66, 1}},
    {{"-0b1000000000000000000000000000000000000000000000000000000000000000", 0, 0, 2, 0},
     {"-0b1000000000000000000000000000000000000000000000000000000000000000", 0, LONG_MIN, 67, 0}},
    {{"-0b1000000000000000000000000000000000000000000000000000000000000001", 0, 0, 2, 0},
     {"-0b1000000000000000000000000000000000000000000000000000000000000001", 0, LONG_MIN, 67, 1}},
    {{"0b10000000000000000000000000000000000000000000000000000000000000000", 0, 0, 1, 0},
     {"0b10000000000000000000000000000000000000000000000000000000000000000", 0, LONG_MAX, 67, 1}},
    {{"123", 0, 123, 3, 0}, {"123", 0, 123, 3, 0}},
};

#define WITH(function, line)                                                            \
    do {                                                                                \
        char *end = NULL;                                                               \
        errno = 0;                                                                      \
        long got = (long)function(c->text, &end, c->base);                              \
        if (got != c->value || end != c->text + c->used || (errno == ERANGE) != c->out) \
            failed(c->text, line, #function);                                           \
        if ((long)function(c->text, NULL, c->base) != c->value) failed(c->text, line, #function); \
    } while (0)

static void whole(void)
{
    for (size_t i = 0; i < sizeof signed_cases / sizeof *signed_cases; i++) {
        const struct whole *c = &signed_cases[i];
        WITH(bout_strtol, __LINE__);
        WITH(bout_strtoll, __LINE__);
        WITH(__isoc23_strtol, __LINE__);
        WITH(__isoc23_strtoll, __LINE__);
        if (c->base == 10 && !c->out) CHECK(atol(c->text) == c->value && atoll(c->text) == c->value);
        if (c->base == 10 && c->value == (int)c->value) CHECK(atoi(c->text) == c->value);
    }
    for (size_t i = 0; i < sizeof unsigned_cases / sizeof *unsigned_cases; i++) {
        const struct whole *c = &unsigned_cases[i];
        WITH(bout_strtoul, __LINE__);
        WITH(bout_strtoull, __LINE__);
        WITH(__isoc23_strtoul, __LINE__);
        WITH(__isoc23_strtoull, __LINE__);
    }
#ifdef IMAGE
    for (size_t i = 0; i < sizeof binary_cases / sizeof *binary_cases; i++) {
        const struct whole *c = &binary_cases[i].before;
        WITH(bout_strtol, __LINE__);
        c = &binary_cases[i].since;
        WITH(__isoc23_strtol, __LINE__);
        WITH(__isoc23_strtoll, __LINE__);
    }
    char *end;
    errno = 0;
    const char *all = "0b1111111111111111111111111111111111111111111111111111111111111111";
    CHECK(__isoc23_strtoul(all, &end, 0) == ULONG_MAX && !*end && errno == 0);
    CHECK(__isoc23_strtoull("-0b1", &end, 2) == ULLONG_MAX && !*end && errno == 0);
    const char *more = "-0b11111111111111111111111111111111111111111111111111111111111111110";
    CHECK(__isoc23_strtoul(more, &end, 0) == ULONG_MAX && !*end && errno == ERANGE);
#endif
}

struct floating {
    const char *text;
    double value;
    int used, out;
};

/* Hexadecimal numbers halfway between two numbers are rounded to the even one. */
static const struct floating floating_cases[] = {
    {"0", 0.0, 1, 0},
    {"-0", -0.0, 2, 0},
    {"1", 1, 1, 0},
    {".5", .5, 2, 0},
    {"5.", 5, 2, 0},
    {".", 0, 0, 0},
    {"-.", 0, 0, 0},
    {"", 0, 0, 0},
    {"e5", 0, 0, 0},
    {".e5", 0, 0, 0},
    {" \n-1.5e2x", -150, 8, 0},
    {"1e", 1, 1, 0},
    {"1e+", 1, 1, 0},
    {"1e+x", 1, 1, 0},
    {"1e-2", 0.01, 4, 0},
    {"1E+0002", 100, 7, 0},
    {"1.2.3", 1.2, 3, 0},
    {"1,5", 1, 1, 0},
    {"1d5", 1, 1, 0},
    {"- 1", 0, 0, 0},
    {"inf", INFINITY, 3, 0},
    {"-INFINITY", -INFINITY, 9, 0},
    {"infinit", INFINITY, 3, 0},
    {"in", 0, 0, 0},
    {"1e400", HUGE_VAL, 5, 1},
    {"-1e400", -HUGE_VAL, 6, 1},
    {"1e99999999999999999999", HUGE_VAL, 22, 1},
    {"1e-99999999999999999999", 0, 23, 1},
    {"0e99999999999999999999", 0, 22, 0},
    {"1e-400", 0, 6, 1},
    {"1.7976931348623157e308", DBL_MAX, 22, 0},
    {"1.7976931348623158e308", DBL_MAX, 22, 0},
    {"1.7976931348623159e308", HUGE_VAL, 22, 1},
    {"2.2250738585072014e-308", DBL_MIN, 23, 0},
    {"0x0.0000000000001p-1022", 0x1p-1074, 23, 0},
    {"0x1", 1, 3, 0},
    {"0x", 0, 1, 0},
    {"0x.p1", 0, 1, 0},
    {"0x1p", 1, 3, 0},
    {"0x1p+", 1, 3, 0},
    {"0x1.8p1", 3, 7, 0},
    {"-0x.8P-1", -.25, 8, 0},
    {"0xA.8", 10.5, 5, 0},
    {"0x1.00000000000008p0", 1, 20, 0},
    {"0x1.000000000000080000000000000000001p0", 0x1.0000000000001p0, 39, 0},
    {"0x1.00000000000018p0", 0x1.0000000000002p0, 20, 0},
    {"0x1p1024", HUGE_VAL, 8, 1},
    {"0x1.fffffffffffff7p1023", DBL_MAX, 23, 0},
    {"0x1.fffffffffffff8p1023", HUGE_VAL, 23, 1},
    {"0x0.8p-1074", 0, 11, 1},
    {"0x0.80000000000000000000001p-1074", 0x1p-1074, 33, 1},
    {"0x00000000000000000000000000000000001p-4", 0x1p-4, 40, 0},
    {"0x10000000000000000000000000000000000p-140", 0x1p-4, 42, 0},
    {"4.9406564584124654e-324", 0x1p-1074, 23, 1},
    {"2.4703282292062327e-324", 0, 23, 1},
    {"2.4703282292062328e-324", 0x1p-1074, 23, 1},
    {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022, 23, 1},
    {"1e23", 0x1.52d02c7e14af6p+76, 4, 0},
    {"8.5e15", 8.5e15, 6, 0},
    {"1000000000000000000000000000", 0x1.9d971e4fe8402p+89, 28, 0},
    {"999999999999999999999999999", 0x1.9d971e4fe8402p+89, 27, 0},
    {"0x1p1023", 0x1p1023, 8, 0},
    /* 2^53 + 1 is exactly halfway. It still is with a hundred zeroes after it, but not with a one after those. */
    {"9007199254740993", 9007199254740992.0, 16, 0},
    {"9007199254740993.00000000000000000000000000000000000000000", 9007199254740992.0, 58, 0},
    {"9007199254740993.00000000000000000000000000000000000000001", 9007199254740994.0, 58, 0},
    {"9007199254740995", 9007199254740996.0, 16, 0},
    {"0.1", 0x1.999999999999ap-4, 3, 0},
    {"123456789012345678901234567890", 0x1.8ee90ff6c373ep+96, 30, 0},
};

static void floating(void)
{
    for (size_t i = 0; i < sizeof floating_cases / sizeof *floating_cases; i++) {
        const struct floating *c = &floating_cases[i];
        char *end = NULL;
        errno = 0;
        double got = strtod(c->text, &end);
        if (got != c->value || signbit(got) != signbit(c->value) || end != c->text + c->used ||
            (errno == ERANGE) != c->out)
            failed(c->text, __LINE__, "strtod");
        CHECK(atof(c->text) == c->value && strtod(c->text, NULL) == c->value);
        float single = strtof(c->text, &end);
        CHECK(end == c->text + c->used);
        if ((float)c->value == c->value) CHECK(single == c->value);
    }
    char *end;
    const char *nan = "nan", *nan_with = "-NAN(ab_1)x", *nan_open = "nan(1";
    CHECK(isnan(strtod(nan, &end)) && end == nan + 3);
    CHECK(isnan(strtod(nan_with, &end)) && end == nan_with + 10);
    CHECK(isnan(strtof(nan_open, &end)) && end == nan_open + 3);
    errno = 0;
    CHECK(strtof("3.5e38", NULL) == HUGE_VALF && errno == ERANGE);
    /* 2^128 - 2^103 is halfway from FLT_MAX to 2^128. */
    CHECK(strtof("340282356779733661637539395458142568448", NULL) == HUGE_VALF);
    CHECK(strtof("340282356779733661637539395458142568447.999", NULL) == FLT_MAX);
    CHECK(strtof("16777217", NULL) == 16777216.0f && strtof("16777219", NULL) == 16777220.0f);
    CHECK(strtof("0x1p-149", NULL) == 0x1p-149f);
    errno = 0;
    CHECK(strtod(" -inf", NULL) == -HUGE_VAL && errno == 0);
    CHECK(signbit(strtof("-0x1p-173", NULL)) && signbit(strtod("-0x1p-2000", NULL)) && !signbit(strtod("-x", NULL)));
    CHECK(strtod("18446744073709551617", NULL) == 0x1p64);
}

static void plain(void)
{
    volatile int least = INT_MIN + 1;
    CHECK(abs(-3) == 3 && abs(3) == 3 && abs(least) == INT_MAX && labs(-5L) == 5 && llabs(LLONG_MIN + 1) == LLONG_MAX);
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    lldiv_t ll = lldiv(-7, -2);
    CHECK(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1 && ll.quot == 3 && ll.rem == -1);
}

/* Makes a number with some tens of digits, near to a number that can be represented or far from one. */
static void compose(char *text)
{
    char *at = text;
    int hexadecimal = below(4) == 0;
    if (below(2)) *at++ = '-';
    if (hexadecimal) {
        *at++ = '0';
        *at++ = 'x';
    }
    size_t digits = 1 + below(below(8) ? 20 : 900), point = below(2) ? below(digits + 1) : digits + 1;
    const char *set = below(4) ? "0123456789abcdef" : below(2) ? "0000000000000001" : "9999999999999998";
    for (size_t i = 0; i < digits; i++) {
        if (i == point) *at++ = '.';
        *at++ = set[below(hexadecimal || set[9] != '9' || set[0] == '9' ? 16 : 10)];
    }
    if (below(3)) {
        static const int spans[] = {10, 60, 340, 5200};
        int span = spans[below(4)] * (hexadecimal ? 3 : 1), exponent = (int)below(2 * (size_t)span) - span;
        *at++ = hexadecimal ? 'p' : 'e';
        if (exponent < 0) *at++ = '-';
        else if (below(2)) *at++ = '+';
        if (exponent < 0) exponent = -exponent;
        char reversed[8];
        int n = 0;
        do reversed[n++] = (char)('0' + exponent % 10);
        while (exponent /= 10);
        while (n) *at++ = reversed[--n];
    }
    *at = 0;
}

static void print_many(void)
{
    static char text[2000];
    for (int i = 0; i < 20000; i++) {
        compose(text);
        char *end[2];
        errno = 0;
        double d = strtod(text, &end[0]);
        /* The library may choose whether a number that is too small is out of range. */
        int out = errno == ERANGE && isinf(d);
        float f = strtof(text, &end[1]);
        CHECK(end[0] == end[1]);
        uint64_t bits;
        memcpy(&bits, &d, 8);
        say_hex(bits);
        say(" ");
        bits = 0;
        memcpy(&bits, &f, 4);
        say_hex(bits);
        say(out ? " out " : " in ");
        say_number(end[0] - text);
        say(" ");
        say(text);
        say("\n");
    }
}

int main(void)
{
    whole();
    floating();
    plain();
    print_many();
    return result();
}
