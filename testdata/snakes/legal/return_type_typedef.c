// expect: plays
// why: The types by other names.

#include <stdint.h>
typedef int32_t square;
typedef square row[32];
char *bot_name = "typedef";

int32_t bot(row board[16], char player)
{
    return player == 'X' ? 'R' : 'L';
}
