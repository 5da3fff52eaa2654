// expect: plays
// or: refused S10
// why: A pragma turns some warnings into errors; there are none of that kind.
// unclear: depends on the warnings that the host asks for

#pragma GCC diagnostic error "-Wall"
static inline int unused(int x)
{
    return 1;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
