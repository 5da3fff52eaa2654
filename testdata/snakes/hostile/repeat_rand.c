// expect: plays
// repeat: same
// why: rand without srand: the same in every replay, another in every turn.

#include <stdlib.h>

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    return "LRUD"[rand() & 3];
}
