// expect: refused S10
// message: is not on every processor for x86-64
// why: A pragma lets the compiler use AVX2, which not every processor has.

#pragma GCC target("avx2")

char *bot_name = "hostile";

typedef int row __attribute__((vector_size(32), aligned(4)));

int bot(int board[16][32], char player)
{
    row sum = *(row *) board[0] + *(row *) board[1] * player;
    return "LRUD"[(sum[0] ^ sum[5]) & 3];
}
