// expect: plays
// repeat: same
// why: Which lies higher, stack, heap or board: any program that sorts pointers sees it.

#include <stdlib.h>

char *bot_name = "repeat";

int bot(int board[16][32], char player)
{
    char here;
    char *block = malloc(10);
    return (unsigned long) &here < (unsigned long) block ? ((unsigned long) board < (unsigned long) block ? 'L' : 'R') : 'U';
}
