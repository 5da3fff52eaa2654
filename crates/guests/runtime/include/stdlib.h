/* Memory, numbers, sorting, `rand` (S11). */
#ifndef BOUT_STDLIB_H
#define BOUT_STDLIB_H

#include <stddef.h>
#include <alloca.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

void *malloc(size_t n);
void *calloc(size_t count, size_t each);
void *realloc(void *p, size_t n);
void *reallocarray(void *p, size_t count, size_t each);
void free(void *p);
void *aligned_alloc(size_t alignment, size_t n);
int posix_memalign(void **result, size_t alignment, size_t n);

int abs(int x);
long labs(long x);
long long llabs(long long x);
div_t div(int a, int b);
ldiv_t ldiv(long a, long b);
lldiv_t lldiv(long long a, long long b);

int atoi(const char *s);
long atol(const char *s);
long long atoll(const char *s);
double atof(const char *s);
long strtol(const char *restrict s, char **restrict end, int base);
long long strtoll(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);
float strtof(const char *restrict s, char **restrict end);
double strtod(const char *restrict s, char **restrict end);

_Noreturn void abort(void);
void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *with);
int rand(void);
void srand(unsigned seed);

/* Functions that are declared only so that their use is refused by name. */
_Noreturn void exit(int status);
_Noreturn void _Exit(int status);
int atexit(void (*function)(void));
int system(const char *command);
char *getenv(const char *name);
int rand_r(unsigned *seed);
long random(void);
void srandom(unsigned seed);
double drand48(void);
long lrand48(void);
void srand48(long seed);

#endif
