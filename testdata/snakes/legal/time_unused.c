// expect: plays
// why: time.h for its types only.

#include <time.h>

char *bot_name = "time_unused";

int bot(int board[16][32], char player)
{
    time_t never = 0;
    struct tm *nobody = 0;
    return never == 0 && !nobody && CLOCKS_PER_SEC == 1000000 ? (player == 'X' ? 'R' : 'L') : 'U';
}
