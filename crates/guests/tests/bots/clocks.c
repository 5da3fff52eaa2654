/* A bot with assembly, which none may have: it looks for the time in every way that needs no system call. It is linked
 * without being looked at. */
#include <stdint.h>

const char *bot_name = "Clocks";

int bot(int board[16][32], char player) {
    const uint64_t *numbers = (const uint64_t *)board;
    uint32_t low = 0, high = 0, unused;
    if (player == 'O') return 'L';
    switch (numbers[0]) {
    case 0: __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)); break;
    case 1: __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(unused)); break;
    /* Any place in memory. */
    default: low = *(volatile uint32_t *)numbers[0];
    }
    (void)unused;
    return (int)(low + high) & 0x7fffffff;
}
