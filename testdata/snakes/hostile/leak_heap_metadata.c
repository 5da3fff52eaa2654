// expect: clean
// or: fault signal SIGSEGV
// why: Writes over what an allocator may keep beside a block; the next call must find a sound heap.
// unclear: out of bounds; the place before the first block may not be mapped

#include <stdlib.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    char *block = malloc(64);
    int found = block == 0 || block[-8] == 0x5e || block[-16] == 0x5e;
    if (block) {
        for (int i = 1; i <= 16; i++)
            ((volatile char *) block)[-i] = 0x5e;
        for (int i = 64; i < 128; i++)
            ((volatile char *) block)[i] = 0x5e;
    }
    return found ? 'D' : 'U';
}
