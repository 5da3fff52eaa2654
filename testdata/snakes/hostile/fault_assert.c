// expect: fault signal SIGABRT
// turn: 1
// why: A failed assert ends in SIGABRT; its text is not printed.

#include <assert.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    assert(board[0][0] == 'Q');
    return player == 'X' ? 'R' : 'L';
}
