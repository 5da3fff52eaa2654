/* Tests malloc and its family. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "resident.h"

void bout_reset_library(void);
extern unsigned char bout_data_start[], bout_data_end[];

static unsigned char *const heap_start = (unsigned char *)BOUT_HEAP_START;

static int in_heap(void *p, size_t n)
{
    unsigned char *at = p;
    return at >= heap_start && n <= HEAP_BYTES && at + n <= heap_start + HEAP_BYTES;
}

/* A block that was given out, filled to its last usable byte with bytes from its seed. */
struct block {
    unsigned char *at;
    size_t n, usable;
    uint64_t seed;
};

static void fill(struct block *block)
{
    uint64_t state = block->seed;
    for (size_t i = 0; i < block->usable; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        block->at[i] = (unsigned char)(state >> 56);
    }
}

static int holds(struct block *block, size_t n)
{
    uint64_t state = block->seed;
    for (size_t i = 0; i < n; i++) {
        state = state * 6364136223846793005 + 1442695040888963407;
        if (block->at[i] != (unsigned char)(state >> 56)) return 0;
    }
    return 1;
}

static void own(struct block *block, void *p, size_t n)
{
    block->at = p;
    block->n = n;
    block->usable = malloc_usable_size(p);
    block->seed = random64();
    CHECK((uintptr_t)p % 16 == 0);
    CHECK(block->usable >= n);
    CHECK(in_heap(p, block->usable));
    fill(block);
}

static size_t some_size(void)
{
    switch (below(16)) {
    case 0: return below(60000);
    case 1: case 2: return below(5000);
    case 3: return below(2) ? 0 : (size_t)1 << below(15);
    default: return below(300);
    }
}

static int is_zero(const unsigned char *at, size_t n)
{
    while (n && !*at) at++, n--;
    return n == 0;
}

/* Checks that the whole heap is one piece again. */
static void check_all_free(void)
{
    void *all = malloc(HEAP_BYTES - (64 << 10));
    CHECK(all);
    free(all);
}

static void limits(void)
{
    errno = 0;
    CHECK(!malloc(HEAP_BYTES));
    CHECK(errno == ENOMEM);
    size_t impossible[] = {SIZE_MAX, SIZE_MAX - 7, SIZE_MAX - 8, SIZE_MAX - 15, SIZE_MAX - 16, SIZE_MAX / 2,
                           SIZE_MAX / 2 + 1, (size_t)1 << 40, ((size_t)1 << 38) + 1, (size_t)1 << 38, HEAP_BYTES - 8};
    void *kept = malloc(10);
    for (size_t i = 0; i < sizeof impossible / sizeof *impossible; i++) {
        errno = 0;
        CHECK(!malloc(impossible[i]));
        CHECK(errno == ENOMEM);
        errno = 0;
        CHECK(!realloc(kept, impossible[i]));
        CHECK(errno == ENOMEM);
        CHECK(!calloc(1, impossible[i]));
        CHECK(!aligned_alloc(64, impossible[i]));
        CHECK(!aligned_alloc((size_t)1 << 38, impossible[i]));
        void *unchanged = &unchanged;
        CHECK(posix_memalign(&unchanged, 64, impossible[i]) == ENOMEM && unchanged == &unchanged);
    }
    free(kept);
    errno = 0;
    volatile size_t large = (size_t)1 << 33, half = SIZE_MAX / 2 + 2;
    CHECK(!calloc(large, large) && errno == ENOMEM);
    CHECK(!calloc(half, 2));
    CHECK(!calloc(2, half));
    CHECK(!reallocarray(NULL, large, large));
    CHECK(!aligned_alloc((size_t)1 << 63, 1));
    errno = 0;
    CHECK(!aligned_alloc(24, 1) && errno == EINVAL);
    CHECK(!aligned_alloc(0, 1));
    void *unchanged = &unchanged;
    CHECK(posix_memalign(&unchanged, 4, 1) == EINVAL);
    CHECK(posix_memalign(&unchanged, 24, 1) == EINVAL && unchanged == &unchanged);
    free(NULL);
    for (int i = 0; i < 3; i++) {
        unsigned char *most = malloc(HEAP_BYTES - (64 << 10));
        CHECK(most);
        memset(most, 0xaa, HEAP_BYTES - (64 << 10));
        free(most);
    }
    void *none = malloc(0), *other = malloc(0);
    CHECK(none && other && none != other);
    CHECK(!realloc(none, 0));
    free(other);
    check_all_free();
}

enum { SLOTS = 2000 };
static struct block slots[SLOTS];

static int by_address(const void *a, const void *b)
{
    const struct block *x = *(const struct block *const *)a, *y = *(const struct block *const *)b;
    return x->at < y->at ? -1 : x->at > y->at;
}

static void check_no_overlap(void)
{
    static struct block *sorted[SLOTS];
    size_t n = 0;
    for (int i = 0; i < SLOTS; i++)
        if (slots[i].at) sorted[n++] = &slots[i];
    qsort(sorted, n, sizeof *sorted, by_address);
    for (size_t i = 1; i < n; i++) CHECK(sorted[i - 1]->at + sorted[i - 1]->usable <= sorted[i]->at);
}

static void stress(int turns, int keep)
{
    size_t denied = 0;
    for (int turn = 0; turn < turns; turn++) {
        struct block *block = &slots[below(SLOTS)];
        size_t n = some_size();
        /* Sometimes ask for more than there is, so that the heap is often full. */
        if (below(500) == 0) n = HEAP_BYTES / 4 + below(HEAP_BYTES / 4);
        if (!block->at) {
            void *p;
            size_t alignment = (size_t)16 << below(9);
            switch (below(8)) {
            case 0:
                p = calloc(1 + n / 8, 8);
                CHECK(!p || is_zero(p, n / 8 * 8 + 8));
                break;
            case 1:
                p = aligned_alloc(alignment, n);
                CHECK((uintptr_t)p % alignment == 0);
                break;
            case 2:
                p = NULL;
                CHECK(posix_memalign(&p, alignment, n) == (p ? 0 : ENOMEM));
                CHECK((uintptr_t)p % alignment == 0);
                break;
            default: p = malloc(n);
            }
            if (p) own(block, p, n);
            else denied++;
        } else if (below(3) == 0) {
            CHECK(holds(block, block->usable));
            if (n == 0) n = 1;
            struct block old = *block;
            unsigned char *p = realloc(block->at, n);
            if (p) {
                block->at = p;
                CHECK(holds(block, n < old.usable ? n : old.usable));
                own(block, p, n);
            } else {
                denied++;
                CHECK(n > old.usable);
                CHECK(holds(block, block->usable));
            }
        } else if (below(100) >= (size_t)keep) {
            CHECK(holds(block, block->usable));
            free(block->at);
            block->at = NULL;
        }
        if (turn % 10000 == 0) check_no_overlap();
    }
    CHECK(denied);
    check_no_overlap();
    /* Give all of them back, in random order. */
    for (size_t left = SLOTS; left; left--) {
        size_t chosen = below(left);
        if (slots[chosen].at) {
            CHECK(holds(&slots[chosen], slots[chosen].usable));
            free(slots[chosen].at);
        }
        slots[chosen] = slots[left - 1];
        slots[left - 1].at = NULL;
    }
    check_all_free();
}

/* Repeatedly fills the heap with blocks of one size, and gives them back in one of several orders. */
static void exhaust(size_t n)
{
    size_t most = HEAP_BYTES / 16;
    void **blocks = (void **)kernel(9, 0, (long)(most * sizeof *blocks), PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t first = 0;
    for (int order = 0; order < 4; order++) {
        size_t count = 0;
        while (count < most && (blocks[count] = malloc(n))) count++;
        CHECK(errno == ENOMEM);
        if (first == 0) first = count;
        CHECK(count == first);
        /* The heap itself uses eight bytes of each block, and rounds sizes to sixteen. */
        size_t chunk = (n + 8 + 15) / 16 * 16 < 32 ? 32 : (n + 8 + 15) / 16 * 16;
        CHECK(count * chunk + chunk + 64 > HEAP_BYTES);
        if (order == 1)
            for (size_t i = 0; i < count / 2; i++) {
                void *swap = blocks[i];
                blocks[i] = blocks[count - 1 - i];
                blocks[count - 1 - i] = swap;
            }
        if (order == 2)
            for (size_t i = count - 1; i > 0; i--) {
                size_t other = below(i + 1);
                void *swap = blocks[i];
                blocks[i] = blocks[other];
                blocks[other] = swap;
            }
        if (order == 3) {
            /* Give back every second block: this gives no room for larger blocks. Then give back the others. */
            for (size_t i = 0; i < count; i += 2) free(blocks[i]);
            CHECK(!malloc(2 * chunk + 64));
            for (size_t i = 0; i < count; i += 2) CHECK((blocks[i] = malloc(n)));
            CHECK(!malloc(n));
        }
        for (size_t i = 0; i < count; i++) free(blocks[i]);
        check_all_free();
    }
    kernel(11, (long)blocks, (long)(most * sizeof *blocks), 0, 0, 0, 0);
}

static void joining(void)
{
    unsigned char *a = malloc(1000), *b = malloc(1000), *c = malloc(1000), *d = malloc(1000);
    size_t three = (size_t)(d - a) - 8;
    free(a);
    free(c);
    free(b);
    CHECK(malloc(three) == a);
    free(a);
    CHECK((a = malloc(100)) && (b = malloc(100)) && b > a && b < d);
    free(b);
    free(a);
    /* A block grows into free memory behind it, and shrinks again. */
    CHECK((a = malloc(1000)) && a < d);
    memset(a, 7, 1000);
    CHECK(realloc(a, three) == a);
    CHECK(realloc(a, 16) == a && a[0] == 7 && a[15] == 7);
    CHECK((b = malloc(2000)) && b > a && b < d);
    free(d);
    free(b);
    free(a);
    /* The last block grows as far as there is room. */
    a = malloc(1);
    CHECK(realloc(a, HEAP_BYTES - (64 << 10)) == a);
    CHECK(realloc(a, 1) == a);
    CHECK((b = malloc(1)) && b < a + 64);
    free(a);
    free(b);
    check_all_free();
}

/* Checks that a fitting block is found behind any number of free blocks that do not fit, if there is no other. */
static void hidden(void)
{
    static void *small[50], *apart[50], *rest[64];
    void *fitting = malloc(1100);
    for (int i = 0; i < 50; i++) {
        apart[i] = malloc(16);
        small[i] = malloc(1040);
    }
    void *last = malloc(16);
    size_t n = 0;
    for (size_t size = HEAP_BYTES; size; size /= 2) {
        void *p = malloc(size);
        if (p) rest[n++] = p;
    }
    free(fitting);
    for (int i = 0; i < 50; i++) free(small[i]);
    CHECK(!malloc(1200));
    CHECK(malloc(1100) == fitting);
    CHECK(!malloc(1100));
    free(fitting);
    free(last);
    for (int i = 0; i < 50; i++) free(apart[i]);
    while (n) free(rest[--n]);
    check_all_free();
}

static size_t touched_pages(void)
{
    static unsigned char resident[HEAP_BYTES / 4096];
    size_t touched = 0;
    CHECK(kernel(27, (long)heap_start, HEAP_BYTES, (long)resident, 0, 0, 0) == 0);
    for (size_t i = 0; i < sizeof resident; i++) touched += resident[i] & 1;
    return touched;
}

/* Resets as the host does: the heap's pages are zero again, and the library's data is as in the image. */
static void reset_all(void)
{
    CHECK(kernel(28, (long)heap_start, HEAP_BYTES, MADV_DONTNEED, 0, 0, 0) == 0);
    CHECK(kernel(28, (long)bout_data_start, bout_data_end - bout_data_start, MADV_DONTNEED, 0, 0, 0) == 0);
}

/* Checks that a page is not touched before a bot needs it. */
static void touching(void)
{
    reset_all();
    CHECK(touched_pages() == 0);
    unsigned char *large = calloc(1024, 8192);
    CHECK(large);
    CHECK(touched_pages() == 1);
    for (int i = 0; i < 100; i++) free(malloc(3000));
    CHECK(touched_pages() == 2);
    /* Memory that was written once is no longer zero, so `calloc` must clear it, */
    memset(large, 1, 1024 * 8192);
    free(large);
    large = calloc(1024, 8192);
    CHECK(is_zero(large, 1024 * 8192));
    /* also after a reset that does not touch the heap. */
    memset(large, 1, 1024 * 8192);
    bout_reset_library();
    large = calloc(1024, 10000);
    CHECK(is_zero(large, 1024 * 10000));
    free(large);
}

static void resetting(void)
{
    reset_all();
    void *first = malloc(24), *second = malloc(100);
    for (int way = 0; way < 3; way++) {
        for (int i = 0; i < 1000; i++) CHECK(malloc(i));
        for (int i = 0; i < 1000; i++) free(malloc(3 * i));
        if (way == 2) reset_all();
        else bout_reset_library();
        CHECK(malloc(24) == first && malloc(100) == second);
        free(first);
        free(second);
        check_all_free();
        CHECK(malloc(24) == first && malloc(100) == second);
    }
    CHECK((uintptr_t)bout_data_start % 4096 == 0 && (uintptr_t)bout_data_end % 4096 == 0);
}

int main(void)
{
    limits();
    joining();
    hidden();
    stress(200000, 20);
    stress(200000, 70);
    exhaust(1);
    exhaust(24);
    exhaust(25);
    exhaust(1000);
    exhaust(1500);
    exhaust(100000);
    touching();
    resetting();
    return result();
}
