// expect: refused S11
// message: __stack_chk_guard
// why: Data of the C library.

extern unsigned long __stack_chk_guard;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (__stack_chk_guard == 5)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
