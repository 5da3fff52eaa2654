// expect: plays
// why: The cleanup attribute.

#include <stdlib.h>
static void done(int *x)
{
    if (*x != 5)
        abort();
}

char *bot_name = "cleanup";

int bot(int board[16][32], char player)
{
    __attribute__((cleanup(done))) int x = 3;
    x += 2;
    return player == 'X' ? 'R' : 'L';
}
