// expect: clean
// why: errno is set back for every call.

#include <errno.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = errno == 1234;
    errno = 1234;
    return found ? 'D' : 'U';
}
