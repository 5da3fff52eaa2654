// expect: plays
// needs: avx512bw avx512vl
// why: A pragma lets the compiler use AVX-512, which the CPU has.

#pragma GCC target("avx512f,avx512bw,avx512vl")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int sum = 0;
    int row[64];
    for (int i = 0; i < 64; i++)
        row[i] = board[i / 32][i % 32];
    for (int i = 0; i < 64; i++)
        sum += row[i];
    return sum ? (player == 'X' ? 'R' : 'L') : 'U';
}
