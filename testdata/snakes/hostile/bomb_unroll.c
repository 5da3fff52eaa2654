// expect: refused S10
// or: plays
// or: fault time
// why: Two loops that ask to be unrolled 60,000 times each.
// unclear: gcc has limits of its own; then it compiles, and is too slow in play

#pragma GCC optimize("O3", "unroll-all-loops")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile int x = 0;
#pragma GCC unroll 65534
    for (int i = 0; i < 60000; i++)
#pragma GCC unroll 65534
    for (int j = 0; j < 60000; j++)
        x += i * j;
    return x & 1 ? 'L' : 'R';
}
