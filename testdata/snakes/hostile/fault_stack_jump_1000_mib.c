// expect: fault signal SIGSEGV
// turn: 1
// why: Steps over a guard page by 1000 MiB and writes only there.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long size = 1000ul << 20;
    volatile char *space = __builtin_alloca(size);
    space[0] = 1;
    return player == 'X' ? 'R' : 'L';
}
