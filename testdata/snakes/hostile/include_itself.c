// expect: refused S10
// or: refused S14
// why: The source includes itself, 200 deep, if the compiler can read it at all.

#include __FILE__

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
