// expect: plays
// why: A pragma asks for more speed: allowed, it is a matter of the bot's own code.

#pragma GCC optimize("O3", "fast-math", "unroll-loops")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile double x = 1.5;
    return x * x / x == 1.5 ? (player == 'X' ? 'R' : 'L') : 'U';
}
