// expect: refused S10
// message: rsqrtps
// why: An approximation whose last digits are not the same on every maker's processors.

typedef float four __attribute__((vector_size(16)));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile four x = {2, 3, 5, 7};
    four y = __builtin_ia32_rsqrtps(x);
    return y[0] > 0.5f ? 'R' : 'L';
}
