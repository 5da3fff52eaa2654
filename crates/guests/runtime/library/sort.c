/* qsort and qsort_r as glibc has them: a merge sort, in the same order of comparisons. It keeps the order of equal
 * elements, on which more programs rely than know of it, and it is several times as fast as musl's smoothsort, which
 * is left for when there is no memory to merge in. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

typedef int (*comparison)(const void *, const void *, void *);
typedef uint32_t word4 __attribute__((aligned(1), may_alias));
typedef uint64_t word8 __attribute__((aligned(1), may_alias));

/* Up to here the stack will do. */
enum { ON_STACK = 1024 };

struct sorting {
    size_t size;
    comparison compare;
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
    /* What is left on the right is in its place. */
    memcpy(all, sorting->spare, (n - right) * size);
}

void qsort_r(void *all, size_t n, size_t size, comparison compare, void *argument)
{
    unsigned char on_stack[ON_STACK];
    struct sorting sorting = {size, compare, argument, on_stack};
    if (n > ON_STACK / (size ? size : 1)) {
        int error = errno;
        sorting.spare = malloc(n * size);
        errno = error;
    }
    if (!sorting.spare) {
        __qsort_r(all, n, size, compare, argument);
        return;
    }
    merge_sort(&sorting, all, n);
    if (sorting.spare != on_stack) free(sorting.spare);
}

static int without_argument(const void *a, const void *b, void *compare)
{
    return ((int (*)(const void *, const void *))compare)(a, b);
}

void qsort(void *all, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    qsort_r(all, n, size, without_argument, (void *)compare);
}
