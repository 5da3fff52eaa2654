// expect: plays
// why: Functions in sections of their own, hot and cold.

char *bot_name = "sections";

__attribute__((cold, noinline)) static int rare(int x)
{
    return x + 1;
}

__attribute__((hot, noinline)) static int often(int x)
{
    return __builtin_expect(x == 7, 0) ? rare(x) : x;
}

__attribute__((section(".text.mine"), noinline)) static int mine(int x)
{
    return often(x) * 2;
}

int bot(int board[16][32], char player)
{
    return mine(5) == 10 ? (player == 'X' ? 'R' : 'L') : 'U';
}
