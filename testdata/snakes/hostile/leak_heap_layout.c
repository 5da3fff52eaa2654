// expect: clean
// why: Holes in the heap: the addresses that malloc gives tell what was freed.
// unclear: an allocator that never gives equal distances shows D without a leak; then read the answers of turn 1

#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    char *one = malloc(112);
    char *two = malloc(112);
    char *three = malloc(112);
    /* In a heap of its own the distances are the same; a hole left by an earlier call makes them differ. */
    int found = two - one != three - two;
    char *hole = malloc(112);
    char *wall = malloc(112);
    free(hole);
    free(two);
    (void) wall;
    return found ? 'D' : 'U';
}
