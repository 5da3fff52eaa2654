/* This program is not run. It uses the headers that bots include in ways that tempt the headers and the compiler to ask
 * for more functions. */
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <tgmath.h>

double both(double x) { return sin(x) * 3 + cos(x); }
float both_f(float x) { return sin(x) * 3 + cos(x); }
long double parts_l(long double x) { return floor(x) * 3 + trunc(x) + rint(x) + sqrt(x) + fmod(x, 3) + ldexp(x, 3); }
double ten_to(double x) { return pow(10, x) + pow(2, x) + pow(x, 2) + pow(x, 0.5) + pow(x, 1. / 3); }
float ten_to_f(float x) { return pow(10.0f, x) + pow(2.0f, x) + pow(x, 0.25f); }
double to_the(double x, int n) { return __builtin_powi(x, n) + pow(x, n) + ldexp(x, n) + exp2((double)n); }
float to_the_f(float x, int n) { return __builtin_powif(x, n) + ldexp(x, n); }
double mixed(double x, double y) { return exp(log(x) * y) + sqrt(x * x + y * y) + fmod(x, y) + log(exp(x)) + tan(atan(x)); }
long whole(double x, float y, long double z)
{
    return lrint(x) + llround(x) + (long)floor(x) + (long)ceil(x) + (long)round(y) + (long)nearbyint(z) + ilogb(x) + (long)trunc(x);
}
int classes(double x, float y, long double z)
{
    return isnan(x) + isinf(y) + isfinite(z) + isnormal(x) + signbit(y) + fpclassify(z) + issignaling(x) + iseqsig(x, y) +
           issubnormal(z) + iszero(y) + isunordered(x, z) + iscanonical(z) + issignaling(z) + (int)fmax(x, y) + (int)fmin(z, 1);
}
int (isinf)(double), (isnan)(double);
int as_functions(double x) { return (isinf)(x) + (isnan)(x) + (finite)(x); }

typedef __int128 wide;
wide wide_sums(wide a, wide b) { return a * b + a / b - a % b + (a << (int)b) + (a >> (int)b); }
unsigned __int128 wide_unsigned(unsigned __int128 a, unsigned __int128 b) { return a / b + a % b; }
double from_wide(wide a, unsigned __int128 b) { return (double)a + (float)b + (double)(long double)a; }
wide to_wide(double x, float y, long double z) { return (wide)x + (wide)y + (wide)z + (wide)(unsigned __int128)z; }
int bits(uint64_t x, unsigned y, wide z)
{
    return __builtin_popcountll(x) + __builtin_popcount(y) + __builtin_parityll(x) + __builtin_ctzll(x) + __builtin_clzll(x) +
           __builtin_ffsll((long long)x) + __builtin_clrsbll((long long)x) + (int)__builtin_bswap64(x) +
           __builtin_popcountll((uint64_t)(z >> 64));
}
int checked(int a, long b, wide c, wide *d) { int e; return __builtin_mul_overflow(a, b, &e) + __builtin_mul_overflow(c, c, d); }
uint64_t from_double(double x, float y, long double z) { return (uint64_t)x + (uint64_t)y + (uint64_t)z; }
double from_unsigned(uint64_t x) { return (double)x + (float)x; }
double _Complex complex_sums(double _Complex a, double _Complex b) { return a * b + a / b; }
float _Complex complex_sums_f(float _Complex a, float _Complex b) { return a * b / (a + b); }
long double _Complex complex_sums_l(long double _Complex a, long double _Complex b) { return a * b / (a + b); }

struct board {
    int squares[512];
    char names[64];
};
struct board copied(const struct board *from, int fill)
{
    struct board board = *from;
    for (int i = 0; i < 100; i++) board.squares[i] = 0;
    memset(board.names, fill, sizeof board.names);
    if (memcmp(&board, from, sizeof board) == 0) bcopy(from, &board, sizeof board);
    for (int i = 0; i < 512; i++) board.squares[i] = from->squares[i];
    for (int i = 0; i < 511; i++) board.squares[i] = board.squares[i + 1];
    return board;
}
size_t texts(char *a, const char *b)
{
    size_t n = 0;
    for (; a[n]; n++) ;
    strcpy(a, b);
    strcat(a, "abc");
    strncat(a, b, 3);
    strcpy(a + strlen(a), b);
    char *copy = strdup(b), *part = strndup(b, 3), *local = strdupa(b);
    n += strspn(a, "x") + strcspn(a, "xy") + (strchr(a, 'x') != NULL) + (strchr(a, 0) != NULL) + (strstr(a, "x") != NULL);
    n += (size_t)strcmp(a, "ab") + (size_t)strncmp(a, b, 2) + (size_t)strcasecmp(a, b) + strlen(stpcpy(a, b)) + strlen(local);
    n += (strpbrk(a, "x") != NULL) + (strrchr(a, 0) != NULL) + (mempcpy(a, b, n) != NULL) + (memchr(a, 0, n) != NULL);
    n += (rawmemchr(a, 0) != NULL) + (strtok(a, " ") != NULL) + (size_t)ffsll((long long)n) + (size_t)strcoll(a, b);
    free(copy);
    free(part);
    return n;
}
int characters(int c)
{
    return isalpha(c) + isdigit(c) + tolower(c) + toupper(c) + isspace((unsigned char)c) + isblank(c) + toascii(c) + isascii(c) +
           toupper('a') + tolower('A') + _toupper(c) + (toupper)(c);
}
double numbers(const char *s, char **end)
{
    return atoi(s) + (double)atol(s) + (double)atoll(s) + atof(s) + strtod(s, end) + strtof(s, end) +
           (double)strtol(s, end, 10) + (double)strtoul(s, end, 0) + (double)strtoll(s, end, 2) + (double)strtoull(s, end, 16) +
           abs(3) + div(7, atoi(s)).quot;
}
static int by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void *memory(size_t n, int *numbers, void *old)
{
    int *zeroed = malloc(n);
    if (!zeroed) abort();
    memset(zeroed, 0, n);
    assert(n > 3);
    errno = ENOMEM;
    qsort(numbers, n, sizeof *numbers, by);
    if (bsearch(&n, numbers, n, sizeof *numbers, by)) free(zeroed);
    int room[n];
    room[0] = rand() % 6;
    srand((unsigned)room[0]);
    void *aligned = aligned_alloc(64, n);
    if (posix_memalign(&aligned, 64, n)) return calloc(n, 8);
    return reallocarray(realloc(old, n), n, 4);
}
