// expect: refused S11
// message: __libc_stack_end
// why: Data of the loader.

extern void *__libc_stack_end;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (!__libc_stack_end)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
