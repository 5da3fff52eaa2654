/* A bot with much memory that is zero at the start, beside data that is not. It says how much of it is not as it was. */
#include <stdint.h>

const char *bot_name = "Zeros";

enum { BYTES = 7 << 20, PAGE = 4096 };
static uint8_t before[BYTES];
static volatile uint8_t first[5] = {1, 1, 1, 1, 1};
static volatile uint8_t zeros[BYTES];
static volatile uint8_t last = 1;

int bot(int board[16][32], char player) {
    int wrong = (first[4] != 1) + (last != 1);
    (void)board;
    (void)player;
    volatile uint8_t *places[2] = {before, zeros};
    for (int nth = 0; nth < 2; nth++) {
        for (int at = 0; at < BYTES; at += PAGE) wrong += places[nth][at] != 0;
        wrong += places[nth][BYTES - 1] != 0;
        for (int at = 0; at < BYTES; at += PAGE / 2 + 1) places[nth][at] = 1;
        places[nth][BYTES - 1] = 1;
    }
    first[4] = last = 2;
    return wrong;
}
