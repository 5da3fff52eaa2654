// expect: plays
// repeat: same
// why: The address of errno decides.

#include <errno.h>

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    return "LRUD"[(unsigned long) &errno >> 12 & 3];
}
