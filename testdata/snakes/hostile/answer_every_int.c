// expect: plays
// invalid: all
// why: Another invalid int in each turn, drawn from rand.

#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int answer = rand() * 3 + rand();
    return answer == 'L' || answer == 'R' || answer == 'U' || answer == 'D' ? 0 : answer;
}
