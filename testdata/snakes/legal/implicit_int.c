// expect: plays
// or: refused S10
// why: Code of an older C: gcc 12 only warns.
// unclear: newer compilers (gcc 14) call it an error

char *bot_name = "old";

static helper(x)
{
    return x + 1;
}

int bot(int board[16][32], char player)
{
    auto y = helper(5);
    return y == 6 && abs(-5) == 5 && strlen("abc") == 3 ? (player == 'X' ? 'R' : 'L') : 'U';
}
