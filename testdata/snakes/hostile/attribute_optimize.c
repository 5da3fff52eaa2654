// expect: plays
// why: An attribute for one function.

__attribute__((optimize("O0", "no-inline"))) static int number(int x)
{
    return x + 1;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return number(1) == 2 ? (player == 'X' ? 'R' : 'L') : 'U';
}
