/* strtof, strtod and strtold, around musl's scanner. It has two gaps for hexadecimal numbers, which are filled here:
 * no ERANGE where a number is too large, and no sign where a negative one is so small that it becomes zero. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "shgetc.h"
#include "floatscan.h"

static long double scan(const char *s, char **restrict end, int precision)
{
    FILE f;
    sh_fromstring(&f, s);
    shlim(&f, 0);
    long double y = __floatscan(&f, precision, 1);
    off_t used = shcnt(&f);
    if (end) *end = (char *)s + used;
    if (!used || (y != 0 && !isinf(y))) return y;
    while (isspace((unsigned char)*s)) s++;
    int negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    if (y == 0) return negative ? -0.0L : 0.0L;
    if (isdigit((unsigned char)*s) || *s == '.') errno = ERANGE;
    return y;
}

float strtof(const char *restrict s, char **restrict end)
{
    long double y = scan(s, end, 0);
    float rounded = (float)y;
    if (isinf(rounded) && !isinf(y)) errno = ERANGE;
    return rounded;
}

double strtod(const char *restrict s, char **restrict end)
{
    long double y = scan(s, end, 1);
    double rounded = (double)y;
    if (isinf(rounded) && !isinf(y)) errno = ERANGE;
    return rounded;
}

long double strtold(const char *restrict s, char **restrict end)
{
    return scan(s, end, 2);
}
