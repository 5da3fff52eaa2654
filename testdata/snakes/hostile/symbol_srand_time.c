// expect: refused S11
// message: time
// message: srand
// why: Everyone's habit; the message must say why it is not needed (rand starts every call from a seed of its own).

#include <stdlib.h>
#include <time.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    srand(time(NULL));
    return "LRUD"[rand() % 4];
}
