// expect: refused S11
// message: atexit
// why: A function to be called later.

#include <stdlib.h>
static void later(void)
{
    for (volatile int i = 0;; i++)
        ;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    atexit(later);
    return player == 'X' ? 'R' : 'L';
}
