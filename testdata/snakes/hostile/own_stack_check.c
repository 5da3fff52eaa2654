// expect: plays
// why: Names that start-up code looks for.

void __stack_chk_fail(void)
{
    for (;;)
        ;
}
const unsigned long __stack_chk_guard = 0;
void __cxa_finalize(void *x)
{
    __builtin_trap();
}
int __libc_start_main(void)
{
    __builtin_trap();
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
