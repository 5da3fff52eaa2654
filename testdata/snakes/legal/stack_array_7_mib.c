// expect: plays
// why: An array of 7 MiB on a stack of 8.

#include <stdlib.h>
static int turn_of(int board[16][32], char player)   /* 1 in the first call, for a bot that leaves a new square at each move */
{
    int turn = 1;
    for (int i = 0; i < 512; i++)
        turn += board[i / 32][i % 32] == player;
    return turn;
}


char *bot_name = "stack_array_7_mib";

int bot(int board[16][32], char player)
{
    volatile char space[7 << 20];
    if (turn_of(board, player) <= 2) {
        for (int i = (7 << 20) - 1; i >= 0; i -= 1024)
            space[i] = i;
        space[0] = 7;
        if (space[0] != 7 || space[1023] != (char) 1023)
            abort();
    } else
        space[0] = 1;
    return player == 'X' ? 'R' : 'L';
}
