// expect: plays
// why: Arithmetic that wraps round raises no signal.

#include <stdlib.h>


char *bot_name = "wraparound";

int bot(int board[16][32], char player)
{
    volatile unsigned u = 0;
    volatile int shift = 31;
    volatile long big = 0x7fffffffffffffff;
    u--;
    if (u != 4294967295u || 1u << shift != 0x80000000u || (int) big != -1 || (signed char) 200 != -56)
        abort();
    return player == 'X' ? 'R' : 'L';
}
