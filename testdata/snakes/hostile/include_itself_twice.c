// expect: refused S10
// or: refused S14
// why: The source includes itself twice, 30 deep: a billion lines.

#if __INCLUDE_LEVEL__ < 30
#include __FILE__
#include __FILE__
#endif

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
