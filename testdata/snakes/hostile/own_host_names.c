// expect: plays
// why: Names that the host might use for itself.

int bout_abort(void)
{
    __builtin_trap();
}
int bout_call(void)
{
    __builtin_trap();
}
void bout_main(void)
{
    __builtin_trap();
}
void bout_start(void)
{
    __builtin_trap();
}
void rust_eh_personality(void)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
