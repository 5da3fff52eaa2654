// expect: refused S11
// message: strtoimax
// why: Of inttypes.h only the types (and their macros) are allowed.

#include <inttypes.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (strtoimax("5", 0, 10) != 5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
