// expect: refused S11
// message: signal
// why: Would catch the faults that lose the game.

#include <signal.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    signal(11, SIG_IGN);
    return player == 'X' ? 'R' : 'L';
}
