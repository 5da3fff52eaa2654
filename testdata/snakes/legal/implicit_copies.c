// expect: plays
// why: Loops and structs that gcc turns into memcpy, memset and memmove.

#include <stdlib.h>
struct big { int squares[16][32]; };
static __attribute__((noinline)) struct big turned(struct big b)
{
    struct big result = {0};
    for (int i = 0; i < 512; i++)
        result.squares[15 - i / 32][31 - i % 32] = b.squares[i / 32][i % 32];
    return result;
}

char *bot_name = "implicit_copies";

int bot(int board[16][32], char player)
{
    struct big b;
    for (int i = 0; i < 512; i++)
        b.squares[i / 32][i % 32] = board[i / 32][i % 32];
    struct big c = turned(turned(b));
    int same = 1;
    for (int i = 0; i < 512; i++)
        same &= c.squares[i / 32][i % 32] == b.squares[i / 32][i % 32];
    if (!same)
        abort();
    return player == 'X' ? 'R' : 'L';
}
