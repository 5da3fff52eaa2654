// expect: clean
// why: srand in one call must not decide the numbers of the next.

#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int first = rand(), second = rand();
    srand(12345);
    rand();
    rand();
    int found = first == rand() && second == rand();
    /* Leave the generator where the next call would go on, if it were not seeded anew. */
    srand(12345);
    rand();
    rand();
    return found ? 'D' : 'U';
}
