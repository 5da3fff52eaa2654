// expect: refused S11
// message: setlocale
// why: Reads files and the environment, and changes ctype.h for later calls.

#include <locale.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    setlocale(6, "");
    return player == 'X' ? 'R' : 'L';
}
