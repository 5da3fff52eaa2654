// expect: plays
// repeat: same
// why: A random walk: the same at each replay, and all four letters occur.

#include <stdlib.h>


char *bot_name = "rand_walk";

int bot(int board[16][32], char player)
{
    return "LRUD"[rand() % 4];
}
