// expect: plays
// why: Functions and constants that are not static.

int evaluate(int x)
{
    return x * 2;
}
int search(int depth)
{
    return depth ? evaluate(search(depth - 1)) : 1;
}
const int weights[4] = {1, 2, 3, 4};
const double pi = 3.14159;

char *bot_name = "own_globals_of_code";

int bot(int board[16][32], char player)
{
    return search(5) == 32 && weights[2] == 3 && pi > 3 ? (player == 'X' ? 'R' : 'L') : 'U';
}
