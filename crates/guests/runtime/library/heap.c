/* malloc and its family, over one region of memory that is mapped from the beginning.
 *
 * The region is a row of chunks that ends at `top`; above it there are no chunks. Every chunk begins with its size. A
 * free chunk also ends with its size, so that the chunk after it can find its beginning (boundary tags), and it is in a
 * list of free chunks of about its size (`bins`). Two neighbours are never both free, and the last chunk is never free.
 *
 * Aims of the design:
 *  - The first touch of a page is by far the most expensive event here. So nothing is written above `top`, freed chunks
 *    are used before `top` moves, and `calloc` knows that memory that was never given out is still zero.
 *  - All state is in `heap` and in the region, and zeroes everywhere mean that nothing has happened yet: the host
 *    resets a bot by restoring its first pages. (Or by `bout_reset_library`, which leaves the region as it is.)
 *  - No search is long, except the last one before `malloc` would have to fail. */
#include "library.h"

struct chunk {
    uint64_t size_before; /* The size of the chunk before this one, if that is free; otherwise the end of the memory given out. */
    uint64_t head;        /* This chunk's size, a multiple of 16, and two flags. */
    struct chunk *next, *previous; /* In its bin, if this chunk is free. The memory that is given out begins here. */
};

enum {
    IN_USE = 1,
    BEFORE_IN_USE = 2,
    FLAGS = 15,

    ALIGNMENT = 16,
    /* The bytes that a chunk has in addition to those that it gives out: its own head. It also gives out the next
     * chunk's `size_before`. */
    OVERHEAD = sizeof(uint64_t),
    GIVEN_AT = 16,
    LEAST_CHUNK = 32,

    /* Up to this size there is a bin for every size. Above it there are eight bins for every power of two, up to the
     * largest addresses. */
    EXACT = 1024,
    EXACT_LOG = 10,
    EXACT_BINS = EXACT / 16,
    GREATEST_LOG = sizeof(size_t) == 8 ? 40 : 30,
    BINS = EXACT_BINS + (GREATEST_LOG - EXACT_LOG) * 8,
    /* How many chunks of its own inexact bin a request tries before it takes a larger chunk. */
    TRIES = 8,
};

/* Larger requests could not be met. Two chunks of this size together still have a bin. */
#define GREATEST_REQUEST ((size_t)1 << (GREATEST_LOG - 2))

static struct {
    struct chunk *top;    /* The end of the chunks. NULL: no memory was ever given out. */
    unsigned char *limit; /* How far `top` can go. */
    unsigned char *fresh; /* From here on, nothing was ever written. NULL: nowhere. */
    struct chunk *bins[BINS];
    uint64_t filled[(BINS + 63) / 64]; /* Which bins have chunks. */
} heap;

/* Written memory stays written, so `fresh` stays as it is. If the host restores the heap's zeroes, it also restores
 * this data. */
void bout_reset_heap(void)
{
    unsigned char *fresh = heap.fresh;
    memset(&heap, 0, sizeof heap);
    heap.fresh = fresh;
}

static size_t size_of(const struct chunk *chunk)
{
    return chunk->head & ~(size_t)FLAGS;
}

static struct chunk *at(struct chunk *chunk, size_t offset)
{
    return (struct chunk *)((unsigned char *)chunk + offset);
}

static void *given(struct chunk *chunk)
{
    return (unsigned char *)chunk + GIVEN_AT;
}

static size_t chunk_size(size_t request)
{
    size_t size = (request + OVERHEAD + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    return size < LEAST_CHUNK ? LEAST_CHUNK : size;
}

/* All sizes of a bin are smaller than those of the next bin. */
static unsigned bin_of(size_t size)
{
    if (size < EXACT) return (unsigned)(size / 16);
    unsigned log = 63 - (unsigned)__builtin_clzll(size);
    return EXACT_BINS + (log - EXACT_LOG) * 8 + (unsigned)(size >> (log - 3) & 7);
}

/* Puts a chunk, whose size is already set, into its bin. */
static void put(struct chunk *chunk)
{
    size_t size = size_of(chunk);
    unsigned bin = bin_of(size);
    struct chunk *next = heap.bins[bin];
    at(chunk, size)->size_before = size;
    chunk->previous = NULL;
    chunk->next = next;
    if (next) next->previous = chunk;
    heap.bins[bin] = chunk;
    heap.filled[bin / 64] |= (uint64_t)1 << bin % 64;
}

/* Takes a chunk out of its bin. */
static void take(struct chunk *chunk)
{
    if (chunk->next) chunk->next->previous = chunk->previous;
    if (chunk->previous) {
        chunk->previous->next = chunk->next;
        return;
    }
    unsigned bin = bin_of(size_of(chunk));
    heap.bins[bin] = chunk->next;
    if (!chunk->next) heap.filled[bin / 64] &= ~((uint64_t)1 << bin % 64);
}

/* Frees a chunk that is in use, or that was just cut off from one, and joins it with its free neighbours. */
static void release(struct chunk *chunk)
{
    size_t size = size_of(chunk);
    size_t head = chunk->head & ~(size_t)IN_USE;
    struct chunk *after = at(chunk, size);
    chunk->head = head;
    if (!(head & BEFORE_IN_USE)) {
        size_t before = chunk->size_before;
        chunk = at(chunk, -before);
        take(chunk);
        size += before;
    }
    if (after == heap.top) {
        heap.top = chunk;
        return;
    }
    if (after->head & IN_USE) {
        after->head &= ~(size_t)BEFORE_IN_USE;
    } else {
        take(after);
        size += size_of(after);
    }
    chunk->head = size | BEFORE_IN_USE;
    put(chunk);
}

/* Cuts a chunk in use to a size, if the rest is large enough to be a chunk. */
static void trim(struct chunk *chunk, size_t size)
{
    size_t rest = size_of(chunk) - size;
    if (rest < LEAST_CHUNK) return;
    chunk->head = size | (chunk->head & FLAGS);
    struct chunk *left = at(chunk, size);
    left->head = rest | IN_USE | BEFORE_IN_USE;
    release(left);
}

/* Moves `top`, if there is room. */
static int raise_top(size_t size)
{
    if (size > (size_t)(heap.limit - (unsigned char *)heap.top)) return 0;
    unsigned char *touched = (unsigned char *)at(heap.top, size) + OVERHEAD;
    if (!bout_reach(touched)) return 0;
    heap.top = at(heap.top, size);
    if (heap.fresh < touched) heap.fresh = touched;
    return 1;
}

static void start(void)
{
    uintptr_t first = ((uintptr_t)bout_heap.start + ALIGNMENT - 1) & -(uintptr_t)ALIGNMENT;
    uintptr_t last = (uintptr_t)bout_heap.end & -(uintptr_t)ALIGNMENT;
    heap.top = (struct chunk *)first;
    /* The last chunk gives out eight bytes beyond its end. */
    heap.limit = (unsigned char *)(last < first + ALIGNMENT ? first : last - ALIGNMENT);
    if (heap.fresh < (unsigned char *)first) heap.fresh = (unsigned char *)first;
}

/* The first chunk of a bin that is large enough, among this many chunks. */
static struct chunk *search(unsigned bin, size_t size, size_t tries)
{
    for (struct chunk *chunk = heap.bins[bin]; chunk && tries; chunk = chunk->next, tries--)
        if (size_of(chunk) >= size) return chunk;
    return NULL;
}

/* A chunk of any bin from this one on. */
static struct chunk *any_from(unsigned bin)
{
    uint64_t filled = bin < BINS ? heap.filled[bin / 64] & ~(uint64_t)0 << bin % 64 : 0;
    for (unsigned word = bin / 64;;) {
        if (filled) return heap.bins[word * 64 + (unsigned)__builtin_ctzll(filled)];
        if (++word >= sizeof heap.filled / sizeof *heap.filled) return NULL;
        filled = heap.filled[word];
    }
}

/* A chunk in use of at least this size, or NULL. */
static struct chunk *allocate(size_t size)
{
    if (!heap.top) start();
    unsigned bin = bin_of(size);
    struct chunk *chunk = search(bin, size, bin < EXACT_BINS ? 1 : TRIES);
    if (!chunk) chunk = any_from(bin + 1);
    if (!chunk) {
        struct chunk *last = heap.top;
        if (raise_top(size)) {
            last->head = size | IN_USE | BEFORE_IN_USE;
            return last;
        }
        chunk = search(bin, size, SIZE_MAX);
        if (!chunk) return NULL;
    }
    take(chunk);
    size_t whole = size_of(chunk), rest = whole - size;
    if (rest < LEAST_CHUNK) {
        chunk->head = whole | IN_USE | BEFORE_IN_USE;
        at(chunk, whole)->head |= BEFORE_IN_USE;
    } else {
        /* The chunk after it already knows that the chunk before it is free. */
        struct chunk *left = at(chunk, size);
        chunk->head = size | IN_USE | BEFORE_IN_USE;
        left->head = rest | BEFORE_IN_USE;
        put(left);
    }
    return chunk;
}

/* The chunk of a pointer that a bot gave back. If the pointer is visibly wrong (given back twice, or never given out),
 * the bot ends here: a later failure would be hard to explain. */
static struct chunk *chunk_of(void *p)
{
    struct chunk *chunk = (struct chunk *)((unsigned char *)p - GIVEN_AT);
    if ((uintptr_t)p % ALIGNMENT || (unsigned char *)chunk < bout_heap.start || chunk >= heap.top) bout_abort();
    size_t size = size_of(chunk);
    if (!(chunk->head & IN_USE) || size < LEAST_CHUNK) bout_abort();
    if (size > (size_t)((unsigned char *)heap.top - (unsigned char *)chunk)) bout_abort();
    struct chunk *after = at(chunk, size);
    if (after != heap.top && !(after->head & BEFORE_IN_USE)) bout_abort();
    return chunk;
}

void *malloc(size_t n)
{
    struct chunk *chunk = n > GREATEST_REQUEST ? NULL : allocate(chunk_size(n));
    if (!chunk) {
        errno = ENOMEM;
        return NULL;
    }
    return given(chunk);
}

void free(void *p)
{
    if (p) release(chunk_of(p));
}

void *calloc(size_t count, size_t each)
{
    size_t n;
    if (__builtin_mul_overflow(count, each, &n)) n = SIZE_MAX;
    unsigned char *fresh = heap.fresh;
    unsigned char *p = malloc(n);
    if (!p) return NULL;
    if (p < fresh) memset(p, 0, n < (size_t)(fresh - p) ? n : (size_t)(fresh - p));
    return p;
}

void *realloc(void *p, size_t n)
{
    if (!p) return malloc(n);
    struct chunk *chunk = chunk_of(p);
    if (n == 0) {
        /* As in glibc, whose headers bots are compiled with. */
        release(chunk);
        return NULL;
    }
    if (n > GREATEST_REQUEST) {
        errno = ENOMEM;
        return NULL;
    }
    size_t size = chunk_size(n), old = size_of(chunk);
    if (size > old) {
        struct chunk *after = at(chunk, old);
        if (after == heap.top) {
            if (raise_top(size - old)) {
                chunk->head += size - old;
                return p;
            }
        } else if (!(after->head & IN_USE) && old + size_of(after) >= size) {
            take(after);
            chunk->head += size_of(after);
            at(chunk, size_of(chunk))->head |= BEFORE_IN_USE;
        }
    }
    if (size <= size_of(chunk)) {
        trim(chunk, size);
        return p;
    }
    void *copy = malloc(n);
    if (!copy) return NULL;
    memcpy(copy, p, old - OVERHEAD);
    release(chunk);
    return copy;
}

void *reallocarray(void *p, size_t count, size_t each)
{
    size_t n;
    if (__builtin_mul_overflow(count, each, &n)) n = SIZE_MAX;
    return realloc(p, n);
}

/* Memory at a multiple of a power of two; NULL if there is none. */
static void *aligned(size_t alignment, size_t n)
{
    if (n > GREATEST_REQUEST || alignment > GREATEST_REQUEST) return NULL;
    size_t size = chunk_size(n);
    if (alignment <= ALIGNMENT) {
        struct chunk *chunk = allocate(size);
        return chunk ? given(chunk) : NULL;
    }
    /* The part before the aligned address must be large enough to be a chunk. */
    struct chunk *chunk = allocate(size + alignment + LEAST_CHUNK);
    if (!chunk) return NULL;
    uintptr_t from = (uintptr_t)given(chunk);
    size_t lead = -from & (alignment - 1);
    if (lead) {
        if (lead < LEAST_CHUNK) lead += alignment;
        struct chunk *rest = at(chunk, lead);
        rest->head = (size_of(chunk) - lead) | IN_USE | BEFORE_IN_USE;
        chunk->head = lead | (chunk->head & FLAGS);
        release(chunk);
        chunk = rest;
    }
    trim(chunk, size);
    return given(chunk);
}

static int power_of_two(size_t n)
{
    return n && !(n & (n - 1));
}

void *aligned_alloc(size_t alignment, size_t n)
{
    if (!power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    void *p = aligned(alignment, n);
    if (!p) errno = ENOMEM;
    return p;
}

ALIAS(aligned_alloc, memalign);

int posix_memalign(void **result, size_t alignment, size_t n)
{
    if (!power_of_two(alignment) || alignment < sizeof(void *)) return EINVAL;
    void *p = aligned(alignment, n);
    if (!p) return ENOMEM;
    *result = p;
    return 0;
}

/* How many bytes of a given-out block may be used. */
size_t malloc_usable_size(void *p)
{
    return p ? size_of(chunk_of(p)) - OVERHEAD : 0;
}
