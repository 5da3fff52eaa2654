// expect: plays
// repeat: same
// why: The address of the first block decides.

#include <stdlib.h>

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    char *block = malloc(100);
    return "LRUD"[(unsigned long) block >> 12 & 3];
}
