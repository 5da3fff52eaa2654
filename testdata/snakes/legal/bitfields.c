// expect: plays
// why: Bit fields.

#include <stdlib.h>
struct packed { unsigned row : 4, column : 5; signed turn : 11; _Bool mine : 1; unsigned : 3; unsigned long rest : 40; };

char *bot_name = "bitfields";

int bot(int board[16][32], char player)
{
    volatile struct packed p = {.row = 15, .column = 31, .turn = -1024, .mine = 7, .rest = 1};
    p.row++;
    p.rest = p.rest << 39;
    if (p.row != 0 || p.column != 31 || p.turn != -1024 || p.mine != 1 || p.rest != 1ul << 39)
        abort();
    return player == 'X' ? 'R' : 'L';
}
