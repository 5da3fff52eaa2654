// expect: clean
// why: 12 MiB a call, never freed: after five calls malloc would return NULL.

#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = 0;
    for (int i = 0; i < 12; i++)
        if (!malloc(1 << 20))
            found = 1;
    return found ? 'D' : 'U';
}
