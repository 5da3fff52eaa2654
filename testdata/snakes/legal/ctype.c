// expect: plays
// why: ctype.h, which looks at tables of the library.

#include <stdlib.h>
#include <ctype.h>

char *bot_name = "ctype";

int bot(int board[16][32], char player)
{
    if (!isalpha(player) || !isupper(player) || tolower(player) == player || toupper(tolower(player)) != player || isdigit(player) || !isspace(' ') || !ispunct(board[15][0] == 'x' ? 'x' : '.') || isxdigit('g') || !isprint(player) || iscntrl(player) || !isblank('\t') || !isgraph(player) || !isalnum(player) || islower(player) || tolower(-1) != -1)
        abort();
    return player == 'X' ? 'R' : 'L';
}
