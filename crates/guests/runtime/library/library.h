/* Declarations that the parts of the library share: functions of the C standard that the library itself uses, and
 * definitions that bots know from glibc's headers. (It includes no header of a C library, since these differ from
 * machine to machine.)
 *
 * All writable data of the library is in heap.c and state.c, and is zero at the start. */
#ifndef BOUT_LIBRARY_H
#define BOUT_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

#include "resident.h"

/* Gives a function of the library a further name. */
#define ALIAS(old, new) extern __typeof(old) new __attribute__((alias(#old)))

/* errno.h, with the numbers of Linux. */
int *__errno_location(void);
#define errno (*__errno_location())
enum { ENOMEM = 12, EINVAL = 22, ERANGE = 34 };

/* limits.h */
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX (LONG_MAX * 2UL + 1)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1)

/* ctype.h, in the C locale */
static inline int is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static inline int to_lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}

/* stdlib.h */
typedef int comparison(const void *, const void *);
typedef int comparison_with(const void *, const void *, void *);
void *malloc(size_t);
void free(void *);
void qsort_r(void *, size_t, size_t, comparison_with *, void *);

/* string.h, strings.h */
void *memcpy(void *restrict, const void *restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strchrnul(const char *, int);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
int strcmp(const char *, const char *);
int strncasecmp(const char *, const char *, size_t);
char *strtok_r(char *restrict, const char *restrict, char **restrict);

/* math.h, with the numbers of glibc */
enum { FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL };
#define NAN __builtin_nan("")
#define INFINITY __builtin_inf()
extern int signgam;
double exp10(double), frexp(double, int *), lgamma_r(double, int *), remainder(double, double), rint(double), round(double);
double scalbn(double, int), scalbln(double, long);
float exp10f(float), frexpf(float, int *), lgammaf_r(float, int *), remainderf(float, float), rintf(float), roundf(float);
float scalbnf(float, int);
int finite(double), isinf(double), isnan(double), __signbit(double);
int finitef(float), isinff(float), isnanf(float), __signbitf(float);

/* Sets the state of `rand` to a seed. Otherwise the first `rand` takes the seed from the header. So a call in which the
 * bot does not use `rand` does not touch the page. */
void bout_seed_rand(uint64_t seed);

/* Resets all of the library's data to the initial state, in which all memory that was given out is free. Does not touch
 * the heap's pages: the bot can still read their old content after the next `malloc`, but not after `calloc`. */
void bout_reset_library(void);

/* Resets only the heap's data (heap.c). */
void bout_reset_heap(void);

#endif
