// expect: plays
// why: The stack is aligned to 16 bytes at the call, or movaps faults.

#include <stdlib.h>


char *bot_name = "stack_alignment";

int bot(int board[16][32], char player)
{
    volatile __attribute__((aligned(16))) float four[4] = {1, 2, 3, 4};
    typedef float v4 __attribute__((vector_size(16)));
    volatile v4 x = {1, 2, 3, 4};
    volatile long double l = x[1];
    if (((unsigned long) four & 15) || l != 2 || ((unsigned long) __builtin_frame_address(0) & 15))
        abort();
    return player == 'X' ? 'R' : 'L';
}
