// expect: refused S11
// message: setjmp
// why: Not in the allowed library.

#include <setjmp.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    jmp_buf here;
    if (setjmp(here))
        return 'U';
    if (board[0][0] == 7)
        longjmp(here, 1);
    return player == 'X' ? 'R' : 'L';
}
