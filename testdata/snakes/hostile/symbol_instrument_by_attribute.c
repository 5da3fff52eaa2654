// expect: plays
// or: refused S11
// message: __cyg_profile_func_enter
// why: An attribute asks for instrumentation.
// unclear: gcc 12 ignores the option, with a warning

__attribute__((optimize("instrument-functions")))
int number(int x)
{
    return x + 1;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
