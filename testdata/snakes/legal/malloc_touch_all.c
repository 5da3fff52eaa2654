// expect: plays
// why: Touches 60 of its 64 MiB in its first two moves.

#include <stdlib.h>
static int turn_of(int board[16][32], char player)   /* 1 in the first call, for a bot that leaves a new square at each move */
{
    int turn = 1;
    for (int i = 0; i < 512; i++)
        turn += board[i / 32][i % 32] == player;
    return turn;
}


char *bot_name = "malloc_touch_all";

int bot(int board[16][32], char player)
{
    if (turn_of(board, player) <= 2) {
        long size = 60 << 20;
        volatile char *block = malloc(size);
        if (!block)
            abort();
        for (long i = 0; i < size; i += 4096)
            block[i] = i >> 12;
        for (long i = 0; i < size; i += 4096)
            if (block[i] != (char) (i >> 12))
                abort();
        free((void *) block);
    }
    return player == 'X' ? 'R' : 'L';
}
