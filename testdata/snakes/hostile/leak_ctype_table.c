// expect: clean
// or: fault
// or: refused S11
// why: ctype.h looks at a table through a pointer that can be written.

#include <ctype.h>
static const unsigned short mine[384] = {1};

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    const unsigned short **table = (const unsigned short **) __ctype_b_loc();
    int found = *table == mine + 128;
    *table = mine + 128;
    if (isalpha('x'))
        found += 0;
    return found ? 'D' : 'U';
}
