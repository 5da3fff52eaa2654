// expect: plays
// why: Inline functions and macros.

static inline int min(int a, int b)
{
    return a < b ? a : b;
}
static inline __attribute__((always_inline)) int max(int a, int b)
{
    return a > b ? a : b;
}
#define ABS(x) ((x) < 0 ? -(x) : (x))

char *bot_name = "inline_functions";

int bot(int board[16][32], char player)
{
    return max(min(ABS(-5), 9), 2) == 5 ? (player == 'X' ? 'R' : 'L') : 'U';
}
