// expect: plays
// why: A switch that becomes a jump table, with addresses of code among the constants.

#define CASES(n) case n: return x * n + 1; case n + 1: return x - n; case n + 2: return x ^ n; case n + 3: return x / (n + 1);
static __attribute__((noinline)) int jump(int key, int x)
{
    switch (key) {
    CASES(0) CASES(4) CASES(8) CASES(12) CASES(16) CASES(20) CASES(24) CASES(28)
    }
    return 0;
}

char *bot_name = "switch_table";

int bot(int board[16][32], char player)
{
    volatile int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += jump(i, board[0][0]);
    return player == 'X' ? 'R' : 'L';
}
