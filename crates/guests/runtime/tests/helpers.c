/* Tests functions that gcc calls if x86-64 has no instruction, and functions that libgcc has for other reasons. */
#include <complex.h>
#include <stdlib.h>

#include "check.h"

typedef __int128 wide;
typedef unsigned __int128 unsigned_wide;

int __popcountdi2(long), __paritydi2(long), __ffsdi2(long), __clzdi2(unsigned long), __ctzdi2(unsigned long);
double __powidf2(double, int);
float __powisf2(float, int);
long double __powixf2(long double, int);
wide __mulvti3(wide, wide);
int __addvsi3(int, int);

static volatile uint64_t low = 0xfedcba9876543210, high = 0x0123456789abcdef;
static volatile int three = 3;

/* Long division, one bit at a time. */
static unsigned_wide divide(unsigned_wide a, unsigned_wide b, unsigned_wide *rest)
{
    unsigned_wide quotient = 0, left = 0;
    for (int i = 127; i >= 0; i--) {
        int carry = (int)(left >> 127);
        left = left << 1 | (a >> i & 1);
        if (carry || left >= b) {
            left -= b;
            quotient |= (unsigned_wide)1 << i;
        }
    }
    *rest = left;
    return quotient;
}

static unsigned_wide random_wide(void)
{
    unsigned_wide whole = (unsigned_wide)random64() << 64 | random64();
    return whole >> below(128);
}

static int bits(unsigned_wide n)
{
    int count = 0;
    for (; n; n >>= 1) count += (int)(n & 1);
    return count;
}

int main(void)
{
    for (int i = 0; i < 20000; i++) {
        unsigned_wide a = random_wide(), b = random_wide(), rest;
        if (!b) continue;
        unsigned_wide quotient = divide(a, b, &rest);
        CHECK(a / b == quotient && a % b == rest);
        wide signed_a = (wide)a, signed_b = (wide)b;
        if (signed_a < 0) signed_a = -(signed_a + 1);
        if (signed_b < 0) signed_b = -(signed_b + 1) + 1;
        if (!signed_b) continue;
        quotient = divide((unsigned_wide)signed_a, (unsigned_wide)signed_b, &rest);
        CHECK(-signed_a / signed_b == -(wide)quotient && -signed_a % signed_b == -(wide)rest);
        CHECK(signed_a / -signed_b == -(wide)quotient && signed_a % -signed_b == (wide)rest);

        uint64_t n = random64() >> below(64);
        CHECK(__builtin_popcountll(n) == bits(n) && __popcountdi2((long)n) == bits(n));
        CHECK(__builtin_parityll(n) == bits(n) % 2 && __paritydi2((long)n) == bits(n) % 2);
        if (n) {
            int first = 0, last = 63;
            while (!(n >> first & 1)) first++;
            while (!(n >> last & 1)) last--;
            CHECK(__ffsdi2((long)n) == first + 1 && __ctzdi2(n) == first && __clzdi2(n) == 63 - last);
        }
    }
    unsigned_wide wide_number = (unsigned_wide)high << 64 | low;
    CHECK((double)wide_number == 0x1.23456789abcdfp+120);
    CHECK((double)(wide)-wide_number == -0x1.23456789abcdfp+120);
    CHECK((float)wide_number == 0x1.234568p+120f);
    CHECK((long double)wide_number == 0x1.23456789abcdeffep+120L);
    volatile double large = 0x1.23456789abcdfp+120;
    CHECK((unsigned_wide)large == (unsigned_wide)0x0123456789abcdf0 << 64);
    CHECK((wide)-large == -((wide)0x0123456789abcdf0 << 64));
    volatile long double larger = 0x1.23456789abcdef02p+120L;
    CHECK((wide)larger == (wide)((unsigned_wide)0x0123456789abcdef << 64 | (uint64_t)2 << 56));

    CHECK(__powidf2(3, three) == 27 && __powidf2(2, -three) == 0.125 && __powidf2(5, 0) == 1);
    CHECK(__powisf2(3, three) == 27 && __powixf2(-2, three) == -8);
    volatile double complex a = 1 + 2 * I, b = 2 - 2 * I;
    CHECK(a * b == 6 + 2 * I);
    CHECK(a / b == -0.25 + 0.75 * I);
    volatile float complex af = 1 + 2 * I, bf = 2 * I;
    CHECK(af * bf == -4 + 2 * I);
    CHECK(af / bf == 1 - 0.5f * I);
    volatile long double complex al = 1 + 2 * I, bl = 2 * I;
    CHECK(al / bl == 1 - 0.5L * I);
    CHECK(__addvsi3(1, 2) == 3);
    CHECK(__mulvti3(-5, 7) == -35);
    return result();
}
