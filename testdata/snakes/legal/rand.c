// expect: plays
// why: rand without srand.

#include <stdlib.h>


char *bot_name = "rand";

int bot(int board[16][32], char player)
{
    int different = 0, previous = rand();
    for (int i = 0; i < 100; i++) {
        int next = rand();
        if (next < 0 || next > RAND_MAX)
            abort();
        different += next != previous;
        previous = next;
    }
    if (different < 90)
        abort();
    return player == 'X' ? 'R' : 'L';
}
