// expect: refused S14
// message: asm
// why: A label that only a header's line expands, with an instruction in its text: the assembly marks nothing.

#include <features.h>
#undef __THROW
#define __THROW __asm__("rand;rdrand %eax;nop")
#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return "LRUD"[rand() & 3];
}
