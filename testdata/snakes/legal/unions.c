// expect: plays
// why: Unions, with and without names.

#include <stdlib.h>
#include <stdint.h>
union bits { float f; uint32_t u; unsigned char bytes[4]; };
union any { long l; void *p; struct { short a, b, c, d; }; };

char *bot_name = "unions";

int bot(int board[16][32], char player)
{
    volatile union bits b = {.f = 1};
    volatile union any a = {.l = 0x0004000300020001};
    if (b.u != 0x3f800000 || b.bytes[3] != 0x3f || a.c != 3)
        abort();
    return player == 'X' ? 'R' : 'L';
}
