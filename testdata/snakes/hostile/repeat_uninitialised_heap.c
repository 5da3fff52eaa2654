// expect: plays
// repeat: same
// why: What a fresh heap holds decides.

#include <stdlib.h>

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    volatile unsigned char *space = malloc(65536);
    unsigned sum = 0;
    for (int i = 0; i < 65536; i++)
        sum += space[i];
    return "LRUD"[sum & 3];
}
