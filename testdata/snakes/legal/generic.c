// expect: plays
// why: _Generic.

#include <stdlib.h>
#define KIND(x) _Generic((x), int: 1, char: 2, double: 3, char *: 4, const char *: 5, default: 6)

char *bot_name = "generic";

int bot(int board[16][32], char player)
{
    if (KIND(1) != 1 || KIND(player) != 2 || KIND(1.0) != 3 || KIND(bot_name) != 4 || KIND(board) != 6)
        abort();
    return player == 'X' ? 'R' : 'L';
}
