// expect: plays
// repeat: same
// why: The address of a library function decides.
// unclear: no rule says that addresses are the same at a replay; S11 wants matches that can be replayed

#include <stdlib.h>

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    void *(*volatile f)(unsigned long) = malloc;
    return "LRUD"[(unsigned long) f >> 12 & 3];
}
