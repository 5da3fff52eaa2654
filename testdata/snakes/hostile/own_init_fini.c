// expect: plays
// why: Functions that a loader runs by name.

void _init(void)
{
    __builtin_trap();
}
void _fini(void)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
