// expect: refused S14
// or: refused S10
// why: The same by an attribute that only a header's line expands.

#include <features.h>
#undef __THROW
#define __THROW __attribute__((section(".text;rdrand %eax;.section .text")))
#include <stdlib.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return "LRUD"[rand() & 3];
}
