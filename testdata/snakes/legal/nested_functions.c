// expect: plays
// why: Nested functions that nobody takes the address of.

#include <stdlib.h>


char *bot_name = "nested_functions";

int bot(int board[16][32], char player)
{
    int square(int x)
    {
        return x * x;
    }
    int add(int x)
    {
        return x + board[0][0];
    }
    if (square(5) != 25 || add(1) != board[0][0] + 1)
        abort();
    return player == 'X' ? 'R' : 'L';
}
