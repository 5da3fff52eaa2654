// expect: refused S11
// message: __libc_malloc
// why: The C library's malloc by its inner name would go round the limit.

extern void *__libc_malloc(unsigned long);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (!__libc_malloc(5))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
