/* Tests qsort, qsort_r and bsearch. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { MOST = 3000, WIDEST = 300 };
static unsigned char items[MOST * WIDEST], simple[MOST * WIDEST], one[WIDEST];
static size_t width;
static size_t compared;

/* Compares by the first byte, then by the last: equal elements can still differ. */
static int key(const void *p)
{
    const unsigned char *at = p;
    return at[0] << 8 | at[width - 1];
}

static int by_key(const void *a, const void *b)
{
    compared++;
    return key(a) - key(b);
}

static int by_key_down(const void *a, const void *b, void *times)
{
    ++*(size_t *)times;
    return key(b) - key(a);
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, width);
}

static void make(size_t n, int kind)
{
    for (size_t i = 0; i < n * width; i++) items[i] = (unsigned char)random64();
    for (size_t i = 0; i < n; i++) {
        unsigned char *at = items + i * width;
        switch (kind) {
        case 0: break;
        case 1: at[0] = at[width - 1] = 1; break;
        case 2: at[0] = (unsigned char)(i >> 4); break;
        case 3: at[0] = (unsigned char)(255 - (i >> 4)); break;
        case 4: at[0] = at[width - 1] = i & 1; break;
        case 5: at[0] = (unsigned char)(i < n / 2 ? i : n - i); break;
        }
    }
}

/* Sorts by insertion and by all bytes, so that the order of equal elements does not matter. */
static void sort_simply(unsigned char *of, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        size_t j = i;
        memcpy(one, of + i * width, width);
        for (; j > 0 && memcmp(of + (j - 1) * width, one, width) > 0; j--)
            memcpy(of + j * width, of + (j - 1) * width, width);
        memcpy(of + j * width, one, width);
    }
}

static void check(size_t n, int kind)
{
    make(n, kind);
    memcpy(simple, items, n * width);
    if (n < 400) sort_simply(simple, n);

    static unsigned char unsorted[MOST * WIDEST];
    memcpy(unsorted, items, n * width);
    compared = 0;
    qsort(items, n, width, by_key);
    /* Equal elements must keep their order, as if sorted by insertion. */
    if (n < 400) {
        for (size_t i = 1; i < n; i++) {
            size_t j = i;
            memcpy(one, unsorted + i * width, width);
            for (; j > 0 && key(unsorted + (j - 1) * width) > key(one); j--)
                memcpy(unsorted + j * width, unsorted + (j - 1) * width, width);
            memcpy(unsorted + j * width, one, width);
        }
        CHECK(memcmp(items, unsorted, n * width) == 0);
    }
    for (size_t i = 1; i < n; i++) CHECK(key(items + (i - 1) * width) <= key(items + i * width));
    if (n > 1) CHECK(compared >= n - 1);
    size_t log = 1;
    while ((size_t)1 << log < n) log++;
    CHECK(compared <= 3 * n * log + 3);
    if (n < 400) {
        unsigned char copy[400 * WIDEST / 8];
        if (n * width <= sizeof copy) {
            memcpy(copy, items, n * width);
            sort_simply(copy, n);
            CHECK(memcmp(copy, simple, n * width) == 0);
        }
        size_t times = 0;
        qsort_r(items, n, width, by_key_down, &times);
        for (size_t i = 1; i < n; i++) CHECK(key(items + (i - 1) * width) >= key(items + i * width));
        CHECK(n < 2 || times >= n - 1);
        qsort(items, n, width, by_bytes);
        CHECK(memcmp(items, simple, n * width) == 0);
    }
}

/* Checks that sorting also works without memory, and leaves no error. */
static void without_memory(void)
{
    static void *all[64];
    size_t n = 0;
    for (size_t most = HEAP_BYTES; most; most /= 2) {
        void *p = malloc(most);
        if (p) all[n++] = p;
    }
    width = 12;
    make(1000, 0);
    errno = 5;
    qsort(items, 1000, width, by_key);
    CHECK(errno == 5);
    for (size_t i = 1; i < 1000; i++) CHECK(key(items + (i - 1) * width) <= key(items + i * width));
    while (n) free(all[--n]);
}

static int by_int(const void *a, const void *b)
{
    return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b;
}

static void searching(void)
{
    static int numbers[1000];
    for (int n = 0; n < 1000; n = n < 40 ? n + 1 : n * 3) {
        for (int i = 0; i < n; i++) numbers[i] = 2 * i;
        for (int wanted = -1; wanted <= 2 * n; wanted++) {
            int *found = bsearch(&wanted, numbers, (size_t)n, sizeof *numbers, by_int);
            CHECK(found == (wanted >= 0 && wanted < 2 * n && wanted % 2 == 0 ? numbers + wanted / 2 : NULL));
        }
    }
    int numbers_alike[] = {1, 1, 1, 2, 2, 3}, two = 2;
    int *found = bsearch(&two, numbers_alike, 6, sizeof(int), by_int);
    CHECK(found == numbers_alike + 3 || found == numbers_alike + 4);
}

int main(void)
{
    static const size_t widths[] = {1, 2, 3, 4, 5, 8, 12, 16, 24, 37, 300};
    static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 20, 100, 257, 3000};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
            for (int kind = 0; kind < 6; kind++) {
                width = widths[i];
                check(counts[j], kind);
            }
    without_memory();
    searching();
    return result();
}
