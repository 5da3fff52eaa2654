/* Tests string.h and strings.h against the simplest loops, on random input. The memory that is read or written often
 * lies directly at the end of mapped memory, so that one byte too many is a segmentation fault. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

#include "check.h"

/* glibc has these since 2.38. */
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
int __memcmpeq(const void *, const void *, size_t);

/* Hide from the compiler that this is a strange length. */
static volatile size_t endless = SIZE_MAX;

enum { ROOM = 8192 };
static unsigned char *left, *right, *wanted, *before;

static unsigned char *map_room(void)
{
    long all = kernel(9, 0, ROOM + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(kernel(10, all + 4096, ROOM, PROT_READ | PROT_WRITE, 0, 0, 0) == 0);
    return (unsigned char *)(all + 4096);
}

static size_t some_length(void)
{
    return below(8) ? below(70) : below(600);
}

/* Chooses a place for n bytes: at the end, at the beginning, or anywhere in the room. */
static unsigned char *place(unsigned char *room, size_t n)
{
    switch (below(4)) {
    case 0: return room + below(33);
    case 1: return room + below(ROOM - n + 1);
    default: return room + ROOM - n;
    }
}

static int alphabet;

static unsigned char some_byte(int zero_too)
{
    static const char few[] = "aAbBc\x80\xff,.";
    for (;;) {
        unsigned char c = alphabet < 2 ? (unsigned char)few[below(alphabet ? 3 : sizeof few - 1)] : (unsigned char)random64();
        if (c || zero_too) return c;
    }
}

/* Makes a string, and bytes after it. */
static char *string(unsigned char *room, size_t length)
{
    char *s = (char *)place(room, length + 1);
    for (size_t i = 0; i < length; i++) s[i] = (char)some_byte(0);
    s[length] = 0;
    for (unsigned char *at = (unsigned char *)s + length + 1; at < room + ROOM && at < (unsigned char *)s + length + 20; at++)
        *at = some_byte(1);
    return s;
}

static int sign(int n)
{
    return n < 0 ? -1 : n > 0;
}

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

static int compare(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

static int lower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* Works as strncmp or, with fold, as strncasecmp. */
static int compare_strings(const char *a, const char *b, size_t n, int fold)
{
    for (size_t i = 0; i < n; i++) {
        int x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (fold) {
            x = lower(x);
            y = lower(y);
        }
        if (x != y) return x < y ? -1 : 1;
        if (!x) break;
    }
    return 0;
}

static void fill(unsigned char *room)
{
    for (size_t i = 0; i < ROOM; i++) room[i] = (unsigned char)random64();
}

static int same_room(const unsigned char *a, const unsigned char *b)
{
    for (size_t i = 0; i < ROOM; i++)
        if (a[i] != b[i]) return 0;
    return 1;
}

static void copy_room(unsigned char *to, const unsigned char *from)
{
    for (size_t i = 0; i < ROOM; i++) to[i] = from[i];
}

static void copying(void)
{
    fill(left);
    fill(right);
    for (int turn = 0; turn < 3000; turn++) {
        size_t n = some_length();
        unsigned char *from = place(right, n), *to = place(left, n);
        copy_room(wanted, left);
        unsigned char *expected = wanted + (to - left);
        for (size_t i = 0; i < n; i++) expected[i] = from[i];
        switch (below(4)) {
        case 0: CHECK(memcpy(to, from, n) == to); break;
        case 1: CHECK(memmove(to, from, n) == to); break;
        case 2: CHECK(mempcpy(to, from, n) == to + n); break;
        case 3: bcopy(from, to, n); break;
        }
        CHECK(same_room(left, wanted));

        /* Onto itself. */
        n = below(2) ? n : below(3000);
        from = place(left, n);
        to = below(2) ? place(left, n) : from + below(200) - 100;
        if (to < left || to + n > left + ROOM) continue;
        copy_room(before, left);
        copy_room(wanted, left);
        expected = wanted + (to - left);
        for (size_t i = 0; i < n; i++) expected[i] = before[from - left + (ptrdiff_t)i];
        CHECK(memmove(to, from, n) == to);
        CHECK(same_room(left, wanted));

        int c = (int)random64();
        to = place(left, n);
        expected = wanted + (to - left);
        int zero = below(4) == 0;
        for (size_t i = 0; i < n; i++) expected[i] = zero ? 0 : (unsigned char)c;
        if (!zero) CHECK(memset(to, c, n) == to);
        else if (below(2)) bzero(to, n);
        else explicit_bzero(to, n);
        CHECK(same_room(left, wanted));
        if (turn % 50 == 0) fill(left);
    }
}

static void searching_memory(void)
{
    for (int turn = 0; turn < 30000; turn++) {
        alphabet = (int)below(3);
        size_t n = some_length();
        unsigned char *a = place(left, n), *b = place(right, n);
        for (size_t i = 0; i < n; i++) a[i] = b[i] = some_byte(1);
        for (size_t i = below(4); i && n; i--) b[below(n)] = some_byte(1);
        int expected = compare(a, b, n);
        CHECK(sign(memcmp(a, b, n)) == expected);
        CHECK(!bcmp(a, b, n) == !expected && !__memcmpeq(a, b, n) == !expected);

        int c = some_byte(1) | (below(2) ? 0x300 : 0);
        unsigned char *first = NULL, *last = NULL;
        for (size_t i = 0; i < n; i++)
            if (a[i] == (unsigned char)c) {
                if (!first) first = a + i;
                last = a + i;
            }
        CHECK(memchr(a, c, n) == first);
        CHECK(memrchr(a, c, n) == last);
        if (first) {
            CHECK(rawmemchr(a, c) == first);
            CHECK(memchr(a, c, endless) == first);
        }
        unsigned char *to = place(wanted, n);
        size_t copied = first ? (size_t)(first - a) + 1 : n;
        if (n) to[n - 1] = (unsigned char)(a[n - 1] + 1);
        CHECK(memccpy(to, a, c, n) == (first ? to + copied : NULL));
        CHECK(compare(to, a, copied) == 0);
        if (copied < n) CHECK(to[n - 1] != a[n - 1]);

        size_t m = below(3) ? below(4) : below(n + 2);
        unsigned char *needle = place(right, m);
        if (below(2) && m <= n) {
            size_t at = below(n - m + 1);
            for (size_t i = 0; i < m; i++) needle[i] = a[at + i];
        } else {
            for (size_t i = 0; i < m; i++) needle[i] = some_byte(1);
        }
        unsigned char *found = NULL;
        for (size_t i = 0; i + m <= n && !found; i++)
            if (compare(a + i, needle, m) == 0) found = a + i;
        CHECK(memmem(a, n, needle, m) == found);
    }
}

static void searching_strings(void)
{
    for (int turn = 0; turn < 30000; turn++) {
        alphabet = (int)below(3);
        size_t n = some_length();
        char *s = string(left, n);
        CHECK(strlen(s) == n);
        size_t most = below(n + 20);
        CHECK(strnlen(s, most) == (most < n ? most : n));
        CHECK(strnlen(s, endless) == n);

        int c = below(10) ? some_byte(0) : 0;
        char *first = NULL, *last = NULL;
        for (size_t i = 0; i <= n; i++)
            if (s[i] == (char)c) {
                if (!first) first = s + i;
                last = s + i;
            }
        CHECK(strchr(s, c) == first && index(s, c) == first);
        CHECK(strrchr(s, c) == last && rindex(s, c) == last);
        CHECK(strchrnul(s, c) == (first ? first : s + n));

        char set[16];
        size_t members = below(sizeof set);
        for (size_t i = 0; i < members; i++) set[i] = (char)some_byte(0);
        set[members] = 0;
        size_t in = 0, out = 0;
        for (;; in++) {
            size_t i = 0;
            while (i < members && set[i] != s[in]) i++;
            if (!s[in] || i == members) break;
        }
        for (;; out++) {
            size_t i = 0;
            while (i < members && set[i] != s[out]) i++;
            if (!s[out] || i < members) break;
        }
        CHECK(strspn(s, set) == in && strcspn(s, set) == out);
        CHECK(strpbrk(s, set) == (s[out] ? s + out : NULL));

        size_t m = below(3) ? below(4) : below(n + 2);
        char *needle = string(right, m);
        if (below(2) && m <= n) {
            size_t at = below(n - m + 1);
            for (size_t i = 0; i < m; i++) needle[i] = s[at + i];
        }
        char *found = NULL, *folded = NULL;
        for (size_t i = 0; i + m <= n; i++) {
            if (!found && compare(s + i, needle, m) == 0) found = s + i;
            if (!folded && compare_strings(s + i, needle, m, 1) == 0) folded = s + i;
        }
        CHECK(strstr(s, needle) == found);
        CHECK(strcasestr(s, needle) == folded);
    }
}

static void comparing_strings(void)
{
    for (int turn = 0; turn < 30000; turn++) {
        alphabet = (int)below(3);
        size_t n = some_length();
        char *a = string(left, n), *b = string(right, below(2) ? n : n + below(3));
        size_t m = length(b);
        size_t same = below(n + 1);
        for (size_t i = 0; i < same && i < m; i++) b[i] = below(6) || alphabet > 1 ? a[i] : (a[i] ^ 32) ? (char)(a[i] ^ 32) : 'x';
        m = length(b);
        size_t most = below(n + 5);
        CHECK(sign(strcmp(a, b)) == compare_strings(a, b, SIZE_MAX, 0));
        CHECK(sign(strcoll(a, b)) == compare_strings(a, b, SIZE_MAX, 0));
        CHECK(sign(strncmp(a, b, most)) == compare_strings(a, b, most, 0));
        CHECK(sign(strcasecmp(a, b)) == compare_strings(a, b, SIZE_MAX, 1));
        CHECK(sign(strncasecmp(a, b, most)) == compare_strings(a, b, most, 1));
        CHECK(strcmp(a, a) == 0 && strcasecmp(a, a) == 0);
    }
    CHECK(strverscmp("item9", "item10") < 0 && strverscmp("a001", "a01") < 0 && strverscmp("a", "a") == 0);
    CHECK(strverscmp("00", "010") < 0 && strverscmp("010", "09") < 0 && strverscmp("0", "1") < 0 && strverscmp("1a", "12") < 0);
    CHECK(strverscmp("000", "00") < 0 && strverscmp("00", "01") < 0 && strverscmp("09", "0") < 0 && strverscmp("1", "2") < 0);
}

static void copying_strings(void)
{
    fill(left);
    for (int turn = 0; turn < 5000; turn++) {
        alphabet = (int)below(3);
        size_t n = some_length(), m = below(60), most = below(n + 20);
        char *s = string(right, n);
        size_t bound = n + m + 40;
        char *to = (char *)place(left, bound);
        for (size_t i = 0; i < m; i++) to[i] = (char)some_byte(0);
        to[m] = 0;
        copy_room(wanted, left);
        char *expected = (char *)wanted + (to - (char *)left);
        size_t part = n < most ? n : most;
        switch (below(10)) {
        case 0:
            for (size_t i = 0; i <= n; i++) expected[i] = s[i];
            CHECK(strcpy(to, s) == to);
            break;
        case 1:
            for (size_t i = 0; i <= n; i++) expected[i] = s[i];
            CHECK(stpcpy(to, s) == to + n);
            break;
        case 2:
        case 3:
            for (size_t i = 0; i < most; i++) expected[i] = i < n ? s[i] : 0;
            if (below(2)) CHECK(strncpy(to, s, most) == to);
            else CHECK(stpncpy(to, s, most) == to + part);
            break;
        case 4:
            for (size_t i = 0; i <= n; i++) expected[m + i] = s[i];
            CHECK(strcat(to, s) == to);
            break;
        case 5:
            for (size_t i = 0; i < part; i++) expected[m + i] = s[i];
            expected[m + part] = 0;
            CHECK(strncat(to, s, most) == to);
            break;
        case 6:
            if (most) {
                part = n < most - 1 ? n : most - 1;
                for (size_t i = 0; i < part; i++) expected[i] = s[i];
                expected[part] = 0;
            }
            CHECK(strlcpy(to, s, most) == n);
            break;
        case 7:
            most = below(n + m + 20);
            if (most > m) {
                part = n < most - m - 1 ? n : most - m - 1;
                for (size_t i = 0; i < part; i++) expected[m + i] = s[i];
                expected[m + part] = 0;
            }
            CHECK(strlcat(to, s, most) == (most < m ? most : m) + n);
            break;
        case 8:
            if (most > n)
                for (size_t i = 0; i <= n; i++) expected[i] = s[i];
            else
                most = 0;
            CHECK(strxfrm(to, s, most) == n);
            break;
        case 9: {
            char *copy = strdup(s), *start = strndup(s, most);
            CHECK(copy && start && copy != s && compare(copy, s, n + 1) == 0);
            CHECK(length(start) == part && compare(start, s, part) == 0);
            free(copy);
            free(start);
        }
        }
        CHECK(same_room(left, wanted));
    }
}

static int is(const char *got, const char *expected)
{
    return got && expected ? strcmp(got, expected) == 0 : got == expected;
}

static void tokens(void)
{
    char text[] = ",,one, two;;three,", other[] = "a b", third[] = "a,,b", empty[] = "", only[] = ",,,";
    char *rest, *at;
    CHECK(is(strtok(text, ","), "one"));
    CHECK(is(strtok(NULL, ", "), "two;;three"));
    CHECK(is(strtok(NULL, ","), NULL));
    CHECK(is(strtok(NULL, ","), NULL));
    CHECK(is(strtok_r(other, " ", &rest), "a"));
    CHECK(is(strtok(only, ","), NULL));
    CHECK(is(strtok_r(NULL, " ", &rest), "b"));
    CHECK(is(strtok_r(NULL, " ", &rest), NULL));
    CHECK(is(strtok(empty, ","), NULL));
    at = third;
    CHECK(is(strsep(&at, ","), "a") && is(strsep(&at, ","), "") && is(strsep(&at, ","), "b"));
    CHECK(at == NULL && is(strsep(&at, ","), NULL));
}

static void bits(void)
{
    CHECK(ffs(0) == 0 && ffsl(0) == 0 && ffsll(0) == 0);
    for (int i = 0; i < 64; i++) {
        unsigned long long n = ((unsigned long long)random64() << 1 | 1) << i;
        CHECK(ffsll((long long)n) == i + 1 && ffsl((long)n) == i + 1);
        if (i < 32) CHECK(ffs((int)n) == i + 1);
    }
}

int main(void)
{
    left = map_room();
    right = map_room();
    wanted = map_room();
    before = map_room();
    copying();
    searching_memory();
    searching_strings();
    comparing_strings();
    copying_strings();
    tokens();
    bits();
    return result();
}
