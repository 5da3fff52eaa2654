// expect: fault time
// turn: 1
// why: Nearly all the time is spent inside the library.

#include <stdlib.h>
#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char *text = malloc(1 << 20);
    memset(text, 'a', 1 << 20);
    text[(1 << 20) - 1] = 0;
    unsigned long sum = 0;
    for (volatile int i = 0;; i++)
        sum += strspn(text, "bcdefghijka");
    return sum;
}
