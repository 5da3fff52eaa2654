// expect: clean
// or: fault
// or: refused S11
// why: The text of an unknown error is in a buffer of the library.

#include <string.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    char *text = strerror(98765);
    int found = 0;
    for (int i = 0; i < 8; i++)
        found |= text[i + 24] == 0x5e;
    for (int i = 0; i < 8; i++)
        ((volatile char *) text)[i + 24] = 0x5e;
    return found ? 'D' : 'U';
}
