// expect: refused S10
// message: bot_name
// why: Wide characters.
// unclear: the object cannot tell it from a char *; the rules ask for char * or const char *

#include <stddef.h>
const wchar_t *bot_name = L"wide";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
