// expect: plays
// why: A switch that becomes a table of texts.

#include <stdlib.h>
static const char *name(int x)
{
    switch (x) {
    case 'X': return "territory of X";
    case 'O': return "territory of O";
    case '*': return "player X";
    case '@': return "player O";
    case '.': return "nobody";
    default: return 0;
    }
}

char *bot_name = "switch_of_texts";

int bot(int board[16][32], char player)
{
    for (int i = 0; i < 512; i++)
        if (!name(board[i / 32][i % 32]))
            abort();
    return player == 'X' ? 'R' : 'L';
}
