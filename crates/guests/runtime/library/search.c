/* string.h and strings.h: searches in memory and in strings. */
#include "library.h"
#include "words.h"

void *memchr(const void *s, int c, size_t n)
{
    if (!n) return NULL;
    unsigned before = offset_in_word(s);
    const unsigned char *at = (const unsigned char *)s - before;
    word wanted = EVERY_BYTE * (unsigned char)c;
    word found = zero_bytes((*(const word *)at ^ wanted) | first_bytes(before));
    /* How many of the n bytes have been examined. */
    size_t seen = WORD - before;
    while (!found && seen < n) {
        at += WORD;
        seen += WORD;
        found = zero_bytes(*(const word *)at ^ wanted);
    }
    if (!found) return NULL;
    at += first_in(found);
    return (size_t)(at - (const unsigned char *)s) < n ? (void *)at : NULL;
}

void *memrchr(const void *s, int c, size_t n)
{
    const unsigned char *at = s;
    while (n--)
        if (at[n] == (unsigned char)c) return (void *)(at + n);
    return NULL;
}

void *rawmemchr(const void *s, int c)
{
    return memchr(s, c, SIZE_MAX);
}

/* The first such character, or the zero at the end. */
char *strchrnul(const char *s, int c)
{
    unsigned before = offset_in_word(s);
    const word *at = (const word *)(s - before);
    word wanted = EVERY_BYTE * (unsigned char)c, passed = first_bytes(before);
    word found = zero_bytes(*at | passed) | zero_bytes((*at ^ wanted) | passed);
    while (!found) {
        at++;
        found = zero_bytes(*at) | zero_bytes(*at ^ wanted);
    }
    return (char *)at + first_in(found);
}

char *strchr(const char *s, int c)
{
    char *at = strchrnul(s, c);
    return *at == (char)c ? at : NULL;
}

char *strrchr(const char *s, int c)
{
    return memrchr(s, c, strlen(s) + 1);
}

ALIAS(strchr, index);
ALIAS(strrchr, rindex);

/* Finds the greatest suffix in the order of bytes, or in the reverse order. Returns where it begins, and gives its
 * period. */
static size_t greatest_suffix(const unsigned char *s, size_t n, int reverse, size_t *period)
{
    size_t suffix = 0, other = 1, same = 0, p = 1;
    while (other + same < n) {
        unsigned char a = s[suffix + same], b = s[other + same];
        if (a == b) {
            if (++same == p) {
                other += p;
                same = 0;
            }
        } else if (reverse ? b > a : b < a) {
            other += same + 1;
            same = 0;
            p = other - suffix;
        } else {
            suffix = other++;
            same = 0;
            p = 1;
        }
    }
    *period = p;
    return suffix;
}

/* The two-way algorithm of Crochemore and Perrin ("Two-way string-matching", Journal of the ACM 38, 1991): linear time,
 * no memory. The wanted bytes are cut where their greatest suffix begins, in one order of bytes or the other, whichever
 * suffix is shorter. The right part is compared first, then the left one. After a mismatch in the right part, no place
 * up to the mismatch can be the cut of a match. */
void *memmem(const void *in, size_t n, const void *wanted, size_t m)
{
    const unsigned char *s = in, *w = wanted;
    if (!m) return (void *)s;
    if (m > n) return NULL;
    if (m == 1) return memchr(s, *w, n);

    size_t period, other_period;
    size_t cut = greatest_suffix(w, m, 0, &period), other_cut = greatest_suffix(w, m, 1, &other_period);
    if (other_cut > cut) {
        cut = other_cut;
        period = other_period;
    }
    int is_periodic = memcmp(w, w + period, cut) == 0;
    if (!is_periodic) period = (cut > m - cut ? cut : m - cut) + 1;

    /* How many of the first bytes are known to match, because they matched one period earlier. */
    size_t known = 0;
    for (size_t at = 0; at <= n - m;) {
        if (!known) {
            const unsigned char *next = memchr(s + at + cut, w[cut], n - m - at + 1);
            if (!next) return NULL;
            at = (size_t)(next - s) - cut;
        }
        size_t i = cut > known ? cut : known;
        while (i < m && w[i] == s[at + i]) i++;
        if (i < m) {
            at += i - cut + 1;
            known = 0;
            continue;
        }
        i = cut;
        while (i > known && w[i - 1] == s[at + i - 1]) i--;
        if (i <= known) return (void *)(s + at);
        at += period;
        known = is_periodic ? m - period : 0;
    }
    return NULL;
}

char *strstr(const char *s, const char *wanted)
{
    return memmem(s, strlen(s), wanted, strlen(wanted));
}

char *strcasestr(const char *s, const char *wanted)
{
    size_t length = strlen(wanted);
    do
        if (strncasecmp(s, wanted, length) == 0) return (char *)s;
    while (*s++);
    return NULL;
}

/* A set of bytes. */
struct set {
    uint64_t bits[4];
};

static struct set set_of(const char *members)
{
    struct set set = {{0}};
    for (const unsigned char *at = (const unsigned char *)members; *at; at++) set.bits[*at / 64] |= (uint64_t)1 << *at % 64;
    return set;
}

static int is_in(const struct set *set, unsigned char c)
{
    return set->bits[c / 64] >> c % 64 & 1;
}

size_t strspn(const char *s, const char *members)
{
    struct set set = set_of(members);
    const char *at = s;
    while (is_in(&set, (unsigned char)*at)) at++; /* Zero is never in this set. */
    return (size_t)(at - s);
}

size_t strcspn(const char *s, const char *members)
{
    if (!members[0] || !members[1]) return (size_t)(strchrnul(s, members[0]) - s);
    struct set set = set_of(members);
    set.bits[0] |= 1;
    const char *at = s;
    while (!is_in(&set, (unsigned char)*at)) at++;
    return (size_t)(at - s);
}

char *strpbrk(const char *s, const char *members)
{
    s += strcspn(s, members);
    return *s ? (char *)s : NULL;
}

/* Returns the part up to a separator, and replaces the separator by the part's end. `*rest` becomes the text after it,
 * or NULL after the last part. */
char *strsep(char **rest, const char *separators)
{
    char *part = *rest;
    if (!part) return NULL;
    char *end = part + strcspn(part, separators);
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return part;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict next)
{
    if (!s) s = *next;
    if (!s) return NULL;
    s += strspn(s, separators);
    *next = *s ? s : NULL;
    return *s ? strsep(next, separators) : NULL;
}

/* The name that glibc's headers use. */
ALIAS(strtok_r, __strtok_r);
