/* stdlib.h: whole numbers, and their texts. */
#include "library.h"

#define ABSOLUTE(type, name) \
    type name(type x)        \
    {                        \
        return x < 0 ? -x : x; \
    }

ABSOLUTE(int, abs)
ABSOLUTE(long, labs)
ABSOLUTE(long long, llabs)

#define DIVISION(type, result, name)     \
    typedef struct {                     \
        type quot, rem;                  \
    } result;                            \
                                         \
    result name(type x, type y)          \
    {                                    \
        return (result){x / y, x % y};   \
    }

DIVISION(int, div_t, div)
DIVISION(long, ldiv_t, ldiv)
DIVISION(long long, lldiv_t, lldiv)

/* strings.h: the number of the first bit that is set, from 1. */
int ffsll(long long x)
{
    return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0;
}

int ffsl(long x)
{
    return ffsll(x);
}

int ffs(int x)
{
    return ffsll(x);
}

/* The content of a text that begins with a whole number. */
struct whole {
    unsigned long long magnitude;
    int is_negative, is_too_large;
};

/* Whether texts may begin with the prefix 0b: never, or in base 2 and base 0, as since C23. */
enum binary { NO_PREFIX, PREFIX };

/* The value of a character that is not a digit in any base. */
enum { NO_DIGIT = 99 };

static int digit(char c)
{
    int letter = to_lower(c);
    return is_digit(c) ? c - '0' : letter >= 'a' && letter <= 'z' ? letter - 'a' + 10 : NO_DIGIT;
}

/* Skips the prefix of a base, if digits follow it. */
static int base_of(const char **at, int base, enum binary binary)
{
    const char *s = *at;
    int has_prefix = s[0] == '0', letter = has_prefix ? to_lower(s[1]) : 0;
    if (letter == 'x' && (base == 0 || base == 16) && digit(s[2]) < 16) {
        *at += 2;
        return 16;
    }
    if (letter == 'b' && binary == PREFIX && (base == 0 || base == 2) && digit(s[2]) < 2) {
        *at += 2;
        return 2;
    }
    return base ? base : has_prefix ? 8 : 10;
}

static struct whole read(const char *s, char **restrict end, int base, enum binary binary)
{
    struct whole read = {0, 0, 0};
    if (end) *end = (char *)s;
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return read;
    }
    while (is_space(*s)) s++;
    read.is_negative = *s == '-';
    if (*s == '-' || *s == '+') s++;
    base = base_of(&s, base, binary);
    const char *first = s;
    for (; digit(*s) < base; s++) {
        unsigned next = (unsigned)digit(*s);
        int is_large = read.magnitude >> 56 != 0;
        read.is_too_large |= is_large && read.magnitude > (ULLONG_MAX - next) / (unsigned)base;
        read.magnitude = read.magnitude * (unsigned)base + next;
    }
    if (end && s != first) *end = (char *)s;
    return read;
}

#define READ_SIGNED(type, name, binary, least, most)                                             \
    type name(const char *restrict s, char **restrict end, int base)                             \
    {                                                                                            \
        struct whole n = read(s, end, base, binary);                                             \
        if (n.is_too_large || n.magnitude > (unsigned long long)(most) + (unsigned)n.is_negative) { \
            errno = ERANGE;                                                                      \
            return n.is_negative ? (least) : (most);                                             \
        }                                                                                        \
        return (type)(n.is_negative ? -n.magnitude : n.magnitude);                               \
    }

#define READ_UNSIGNED(type, name, binary, most)                      \
    type name(const char *restrict s, char **restrict end, int base) \
    {                                                                \
        struct whole n = read(s, end, base, binary);                 \
        if (n.is_too_large || n.magnitude > (most)) {                \
            errno = ERANGE;                                          \
            return (most);                                           \
        }                                                            \
        return (type)(n.is_negative ? -n.magnitude : n.magnitude);   \
    }

READ_SIGNED(long, strtol, NO_PREFIX, LONG_MIN, LONG_MAX)
READ_SIGNED(long long, strtoll, NO_PREFIX, LLONG_MIN, LLONG_MAX)
READ_UNSIGNED(unsigned long, strtoul, NO_PREFIX, ULONG_MAX)
READ_UNSIGNED(unsigned long long, strtoull, NO_PREFIX, ULLONG_MAX)

/* The names to which glibc's headers redirect calls since 2.38, for C23. */
READ_SIGNED(long, __isoc23_strtol, PREFIX, LONG_MIN, LONG_MAX)
READ_SIGNED(long long, __isoc23_strtoll, PREFIX, LLONG_MIN, LLONG_MAX)
READ_UNSIGNED(unsigned long, __isoc23_strtoul, PREFIX, ULONG_MAX)
READ_UNSIGNED(unsigned long long, __isoc23_strtoull, PREFIX, ULLONG_MAX)

int atoi(const char *s)
{
    return (int)strtol(s, NULL, 10);
}

long atol(const char *s)
{
    return strtol(s, NULL, 10);
}

long long atoll(const char *s)
{
    return strtoll(s, NULL, 10);
}
