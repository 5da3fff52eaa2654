/* string.h and strings.h: lengths, copies and comparisons of strings. */
#include "library.h"
#include "words.h"

size_t strlen(const char *s)
{
    unsigned before = offset_in_word(s);
    const word *at = (const word *)(s - before);
    word zeros = zero_bytes(*at | first_bytes(before));
    while (!zeros) zeros = zero_bytes(*++at);
    return (size_t)((const char *)at + first_in(zeros) - s);
}

size_t strnlen(const char *s, size_t most)
{
    const char *end = memchr(s, 0, most);
    return end ? (size_t)(end - s) : most;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t length = strlen(from);
    memcpy(to, from, length + 1);
    return to + length;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    stpcpy(to, from);
    return to;
}

/* The rest of the n bytes becomes zero. */
char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strnlen(from, n);
    memcpy(to, from, length);
    memset(to + length, 0, n - length);
    return to + length;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    stpncpy(to, from, n);
    return to;
}

/* Copies into n bytes, including the zero at the end. Returns the length that the copy would have with enough room. */
size_t strlcpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strlen(from);
    if (n) {
        size_t copied = length < n ? length : n - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}

char *strcat(char *restrict to, const char *restrict from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *end = to + strlen(to);
    size_t length = strnlen(from, n);
    memcpy(end, from, length);
    end[length] = 0;
    return to;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strnlen(to, n);
    return length + strlcpy(to + length, from, n - length);
}

char *strndup(const char *s, size_t n)
{
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *s)
{
    return strndup(s, SIZE_MAX);
}

int strcmp(const char *left, const char *right)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    for (; *a && *a == *b; a++, b++) ;
    return *a - *b;
}

int strncmp(const char *left, const char *right, size_t n)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    if (!n) return 0;
    for (; --n && *a && *a == *b; a++, b++) ;
    return *a - *b;
}

int strncasecmp(const char *left, const char *right, size_t n)
{
    const unsigned char *a = (const unsigned char *)left, *b = (const unsigned char *)right;
    if (!n) return 0;
    for (; --n && *a && to_lower(*a) == to_lower(*b); a++, b++) ;
    return to_lower(*a) - to_lower(*b);
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, SIZE_MAX);
}

/* In the C locale, strings collate by their bytes. */
int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

/* If there is too little room, the content is indeterminate by the standard. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t n)
{
    return strlcpy(to, from, n);
}

static size_t digits_in(const char *s)
{
    size_t n = 0;
    while (is_digit(s[n])) n++;
    return n;
}

/* Numbers inside the strings compare as numbers: "a9" is before "a10". Numbers that begin with zero compare like digits
 * after a decimal point, and more zeros come first: 000, 00, 01, 010, 09, 0, 1. */
int strverscmp(const char *a, const char *b)
{
    size_t same = 0;
    while (a[same] && a[same] == b[same]) same++;
    int by_bytes = (unsigned char)a[same] - (unsigned char)b[same];
    size_t number = same;
    while (number && is_digit(a[number - 1])) number--;
    const char *left = a + same, *right = b + same;
    size_t left_digits = digits_in(left), right_digits = digits_in(right);
    if (a[number] != '0' && b[number] != '0') {
        /* The longer one of two whole numbers is greater. If neither has digits left, both have length 0. */
        int in_number = number < same || (left_digits && right_digits);
        if (in_number && left_digits != right_digits) return left_digits < right_digits ? -1 : 1;
        return by_bytes;
    }
    size_t zeros = number;
    while (zeros < same && a[zeros] == '0') zeros++;
    int only_zeros = number < same && zeros == same;
    if (only_zeros && !left_digits != !right_digits) return left_digits ? -1 : 1;
    return by_bytes;
}

/* Names that glibc's headers use. */
ALIAS(stpcpy, __stpcpy);
ALIAS(stpncpy, __stpncpy);
