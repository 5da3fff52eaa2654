// expect: fault signal SIGABRT
// turn: 1
// why: A failed assert whose text would clear the screen.

#include <assert.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    assert(board[0][0] == 'Q' && "\x1b[2J\x1b[31m");
    return player == 'X' ? 'R' : 'L';
}
