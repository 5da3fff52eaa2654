/* stdlib.h: bsearch, and qsort and qsort_r as in glibc: a merge sort with the same order of comparisons. It keeps the
 * order of equal elements, on which many programs rely without knowing it. */
#include "library.h"

typedef uint32_t word4 __attribute__((aligned(1), may_alias));
typedef uint64_t word8 __attribute__((aligned(1), may_alias));

/* Up to this size, the stack has enough room. */
enum { ON_STACK = 1024 };

struct sorting {
    size_t size;
    comparison_with *compare;
    void *argument;
    unsigned char *spare;
};

static inline void copy(unsigned char *to, const unsigned char *from, size_t size)
{
    if (size == 4) *(word4 *)to = *(const word4 *)from;
    else if (size == 8) *(word8 *)to = *(const word8 *)from;
    else memcpy(to, from, size);
}

static void merge_sort(const struct sorting *sorting, unsigned char *all, size_t n)
{
    if (n <= 1) return;
    size_t size = sorting->size, left = n / 2, right = n - left;
    unsigned char *a = all, *b = all + left * size, *to = sorting->spare;
    merge_sort(sorting, a, left);
    merge_sort(sorting, b, right);
    while (left && right) {
        if (sorting->compare(a, b, sorting->argument) <= 0) {
            copy(to, a, size);
            a += size;
            left--;
        } else {
            copy(to, b, size);
            b += size;
            right--;
        }
        to += size;
    }
    if (left) memcpy(to, a, left * size);
    /* The rest of the right half is already in its place. */
    memcpy(all, sorting->spare, (n - right) * size);
}

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    for (; size; size--, a++, b++) {
        unsigned char c = *a;
        *a = *b;
        *b = c;
    }
}

static void reverse(unsigned char *all, size_t n, size_t size)
{
    if (n < 2) return;
    for (unsigned char *a = all, *b = all + (n - 1) * size; a < b; a += size, b -= size) swap(a, b, size);
}

/* How many of the sorted elements come before this one: the smaller elements and, if they came first, the equal ones,
 * too. */
static size_t count_before(const struct sorting *sorting, const unsigned char *sorted, size_t n, const unsigned char *one, int or_equal)
{
    size_t least = 0;
    while (least < n) {
        size_t middle = least + (n - least) / 2;
        int order = sorting->compare(sorted + middle * sorting->size, one, sorting->argument);
        if (order < 0 || (order == 0 && or_equal)) least = middle + 1;
        else n = middle;
    }
    return least;
}

/* Merges neighbours in place: halves the longer one, finds where its middle belongs in the other, and exchanges the
 * parts between. */
static void merge_in_place(const struct sorting *sorting, unsigned char *all, size_t left, size_t right)
{
    if (!left || !right) return;
    size_t size = sorting->size;
    unsigned char *b = all + left * size;
    if (left == 1 && right == 1) {
        if (sorting->compare(all, b, sorting->argument) > 0) swap(all, b, size);
        return;
    }
    size_t i, j;
    if (left > right) {
        i = left / 2;
        j = count_before(sorting, b, right, all + i * size, 0);
    } else {
        j = right / 2;
        i = count_before(sorting, all, left, b + j * size, 1);
    }
    reverse(all + i * size, left - i, size);
    reverse(b, j, size);
    reverse(all + i * size, left - i + j, size);
    merge_in_place(sorting, all, i, j);
    merge_in_place(sorting, all + (i + j) * size, left - i, right - j);
}

/* Sorts with the same result if there is no memory to merge in. */
static void sort_in_place(const struct sorting *sorting, unsigned char *all, size_t n)
{
    if (n <= 1) return;
    size_t left = n / 2;
    sort_in_place(sorting, all, left);
    sort_in_place(sorting, all + left * sorting->size, n - left);
    merge_in_place(sorting, all, left, n - left);
}

void qsort_r(void *all, size_t n, size_t size, comparison_with *compare, void *argument)
{
    unsigned char on_stack[ON_STACK];
    struct sorting sorting = {size, compare, argument, on_stack};
    if (n <= ON_STACK / (size ? size : 1)) {
        merge_sort(&sorting, all, n);
        return;
    }
    int error = errno;
    sorting.spare = malloc(n * size);
    errno = error;
    if (sorting.spare) merge_sort(&sorting, all, n);
    else sort_in_place(&sorting, all, n);
    free(sorting.spare);
}

static int without_argument(const void *a, const void *b, void *compare)
{
    return ((comparison *)compare)(a, b);
}

void qsort(void *all, size_t n, size_t size, comparison *compare)
{
    qsort_r(all, n, size, without_argument, (void *)compare);
}

void *bsearch(const void *wanted, const void *sorted, size_t n, size_t size, comparison *compare)
{
    const unsigned char *at = sorted;
    while (n) {
        const unsigned char *middle = at + n / 2 * size;
        int order = compare(wanted, middle);
        if (!order) return (void *)middle;
        if (order > 0) {
            at = middle + size;
            n -= n / 2 + 1;
        } else {
            n /= 2;
        }
    }
    return NULL;
}
