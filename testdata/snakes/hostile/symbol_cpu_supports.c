// expect: refused S11
// message: __cpu_
// why: Asks which CPU this is: the answer differs from host to host.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (__builtin_cpu_supports("avx512f"))
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
