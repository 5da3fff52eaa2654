// expect: plays
// repeat: same
// why: srand gives the same numbers for the same seed.

#include <stdlib.h>


char *bot_name = "srand";

int bot(int board[16][32], char player)
{
    int first[10];
    srand(42);
    for (int i = 0; i < 10; i++)
        first[i] = rand();
    srand(43);
    int other = rand();
    srand(42);
    for (int i = 0; i < 10; i++)
        if (rand() != first[i])
            abort();
    if (other == first[0])
        abort();
    return player == 'X' ? 'R' : 'L';
}
