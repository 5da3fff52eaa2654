/* Functions that glibc's headers declare and musl has not, or has under other conditions. */
#define _GNU_SOURCE
#include "library.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <strings.h>

/* string.h, strings.h */

/* Collation in the C locale is that of the bytes. */
int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strlen(from);
    if (n > length) memcpy(to, from, length + 1);
    else if (n) memcpy(to, from, n); /* Too little room: what stands there is indeterminate by the standard. */
    return length;
}

/* musl's does not find the empty string in the empty string. */
char *strcasestr(const char *s, const char *wanted)
{
    size_t length = strlen(wanted);
    do
        if (strncasecmp(s, wanted, length) == 0) return (char *)s;
    while (*s++);
    return NULL;
}

void *rawmemchr(const void *s, int c)
{
    const unsigned char *at = s;
    while (*at != (unsigned char)c) at++;
    return (void *)at;
}

void *__mempcpy(void *restrict to, const void *restrict from, size_t n)
{
    return (char *)memcpy(to, from, n) + n;
}

char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict next)
{
    return strtok_r(s, separators, next);
}

int ffs(int x)
{
    return x ? __builtin_ctz((unsigned)x) + 1 : 0;
}

int ffsll(long long x)
{
    return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}

int ffsl(long x)
{
    return ffsll(x);
}

/* stdlib.h: the strtol family as C23 has it, to which glibc's headers redirect since 2.38. It differs in
 * that a number in base 2 may begin with 0b, and so may one in base 0, which it then puts into base 2. */

#define ISSPACE(c) ((c) == ' ' || (unsigned)(c) - '\t' < 5)

/* Reads such a number with its prefix, or returns 0 if there is none and the old rules do. */
static int binary(const char *s, char **restrict end, int base, unsigned long long *value, int *negative, int *over)
{
    if (base != 0 && base != 2) return 0;
    while (ISSPACE(*s)) s++;
    *negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (s[0] != '0' || (s[1] | 32) != 'b' || (s[2] != '0' && s[2] != '1')) return 0;
    *value = 0;
    *over = 0;
    for (s += 2; *s == '0' || *s == '1'; s++) {
        if (*value >> 63) *over = 1;
        *value = *value << 1 | (unsigned long long)(*s - '0');
    }
    if (end) *end = (char *)s;
    return 1;
}

extern long long strtoll(const char *restrict, char **restrict, int);
extern unsigned long long strtoull(const char *restrict, char **restrict, int);

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base)
{
    unsigned long long value;
    int negative, over;
    if (!binary(s, end, base, &value, &negative, &over)) return strtoll(s, end, base);
    if (over || value > (unsigned long long)LLONG_MAX + (unsigned)negative) {
        errno = ERANGE;
        return negative ? LLONG_MIN : LLONG_MAX;
    }
    return (long long)(negative ? -value : value);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base)
{
    unsigned long long value;
    int negative, over;
    if (!binary(s, end, base, &value, &negative, &over)) return strtoull(s, end, base);
    if (over) {
        errno = ERANGE;
        return ULLONG_MAX;
    }
    return negative ? -value : value;
}

/* long and long long are one here. */
long __isoc23_strtol(const char *restrict s, char **restrict end, int base) __attribute__((alias("__isoc23_strtoll")));
unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base)
    __attribute__((alias("__isoc23_strtoull")));
