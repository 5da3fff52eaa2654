// expect: plays
// why: Recursion that needs 2 MB of stack.

#include <stdlib.h>
static __attribute__((noinline)) int deeper(int depth)
{
    volatile char here[1000];
    here[depth % 1000] = depth;
    return depth == 0 ? 0 : deeper(depth - 1) + (here[depth % 1000] == (char) depth);
}

char *bot_name = "recursion_2_mib";

int bot(int board[16][32], char player)
{
    if (deeper(2000) != 2000)
        abort();
    return player == 'X' ? 'R' : 'L';
}
