// expect: fault
// or: plays
// why: Frees the board.
// unclear: undefined in C

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    free(board);
    return player == 'X' ? 'R' : 'L';
}
