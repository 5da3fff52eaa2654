/* A bot with assembly, which none may have: as X it spoils every register that the processor has beside the plain ones,
 * as O it says what it finds there, as a number. It is linked without being looked at. */
#include <cpuid.h>
#include <stdint.h>

const char *bot_name = "Registers";

/* What the first square of the board asks for. */
enum { ONLY_SSE = 1 };

struct area {
    uint8_t bytes[0x8000];
} __attribute__((aligned(64)));

static uint64_t components(int only_sse) {
    uint32_t a, b, c, d, low, high;
    __cpuid(1, a, b, c, d);
    if (!(c >> 27 & 1)) return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return ((uint64_t)high << 32 | low) & (only_sse ? 3 : ~(1ull << 62));
}

static inline void save(struct area *area, uint64_t which) {
    if (!which) __asm__ volatile("fxsave64 %0" : "+m"(*area));
    else __asm__ volatile("xsave64 %0" : "+m"(*area) : "a"((uint32_t)which), "d"((uint32_t)(which >> 32)));
}

static inline void restore(const struct area *area, uint64_t which) {
    if (!which) __asm__ volatile("fxrstor64 %0" : : "m"(*area));
    else __asm__ volatile("xrstor64 %0" : : "m"(*area), "a"((uint32_t)which), "d"((uint32_t)(which >> 32)));
}

static void fill(struct area *area, unsigned from, unsigned bytes, uint8_t with) {
    for (unsigned at = from; at < from + bytes; at++) area->bytes[at] = with;
}

static void spoil(struct area *area, uint64_t which) {
    save(area, which);
    fill(area, 0, 24, 0x5a);
    fill(area, 32, 384, 0x5a);
    *(uint32_t *)(area->bytes + 24) = 0xff80;
    for (uint32_t nth = 2; nth < 62; nth++) {
        enum { KEYS = 9, TILE_SHAPES = 17, TILES = 18 };
        uint32_t bytes, at, unused[2];
        if (!(which >> nth & 1)) continue;
        __cpuid_count(13, nth, bytes, at, unused[0], unused[1]);
        /* Tiles are for those who have asked the kernel, which a bot cannot. */
        if (nth == TILE_SHAPES || nth == TILES) which &= ~(1ull << nth);
        else fill(area, at, bytes, nth == KEYS ? 0 : 0x5a);
        if (nth == KEYS) area->bytes[at + 3] = 0xc0;
    }
    if (which) *(uint64_t *)(area->bytes + 512) = which;
    restore(area, which);
}

static uint32_t seen(struct area *area, uint64_t which) {
    uint32_t hash = 1;
    save(area, which);
    /* What the header says of what is in use is the processor's own affair. */
    for (unsigned at = 0; at < sizeof area->bytes; at++) {
        if (at < 512 || at >= 576) hash = hash * 16777619 ^ area->bytes[at];
    }
    return hash & 0x7fffffff;
}

int bot(int board[16][32], char player) {
    struct area area;
    uint64_t which = components(board[0][0] & ONLY_SSE);
    fill(&area, 0, sizeof area.bytes, 0);
    if (player == 'O') return (int)seen(&area, which);
    spoil(&area, which);
    return 'L';
}
