// expect: plays
// why: Jumps out of functions by the compiler's own means, which need no library.

#include <stdlib.h>
static __attribute__((noinline)) void back(void **buffer)
{
    __builtin_longjmp(buffer, 1);
}

char *bot_name = "builtin_setjmp";

int bot(int board[16][32], char player)
{
    void *buffer[5];
    if (__builtin_setjmp(buffer) == 0) {
        back(buffer);
        abort();
    }
    return player == 'X' ? 'R' : 'L';
}
