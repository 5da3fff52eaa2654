// expect: plays
// why: Own functions with the names of library functions (gcc warns, and that is all).

int abs(int x)
{
    return x < 0 ? -x : x;
}
int min(int a, int b)
{
    return a < b ? a : b;
}
int round(int x)
{
    return (x + 5) / 10 * 10;
}
int index(int row, int column)
{
    return row * 32 + column;
}
int y1(int x)
{
    return x;
}

char *bot_name = "own_names";

int bot(int board[16][32], char player)
{
    volatile int x = -14;
    return abs(x) == 14 && min(x, 3) == -14 && round(14) == 10 && index(1, 2) == 34 && y1(x) == x ? (player == 'X' ? 'R' : 'L') : 'U';
}
