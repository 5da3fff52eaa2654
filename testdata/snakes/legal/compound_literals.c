// expect: plays
// why: Compound literals inside functions.

#include <stdlib.h>
struct point { int row, column; };
static int row_of(const struct point *p)
{
    return p->row;
}
static int first(const int *list)
{
    return list[0];
}

char *bot_name = "compound_literals";

int bot(int board[16][32], char player)
{
    if (row_of(&(struct point) {.column = 2, .row = board[0][0]}) != board[0][0] || first((int[]) {player, 2, 3}) != player || first((const int[]) {7, 8}) != 7)
        abort();
    return player == 'X' ? 'R' : 'L';
}
