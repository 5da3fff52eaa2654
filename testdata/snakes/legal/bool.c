// expect: plays
// why: _Bool and stdbool.h.

#include <stdlib.h>
#include <stdbool.h>

char *bot_name = "bool";

int bot(int board[16][32], char player)
{
    volatile bool yes = board[0][0];
    _Bool no = !yes;
    yes = 0.3;
    if (yes != true || no != false || sizeof yes != 1)
        abort();
    return player == 'X' ? 'R' : 'L';
}
