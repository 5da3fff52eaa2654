// expect: plays
// why: Statement expressions, typeof and the short conditional.

#include <stdlib.h>
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

char *bot_name = "statement_expressions";

int bot(int board[16][32], char player)
{
    int i = 3;
    if (MAX(i++, 2) != 3 || i != 4 || (5 ?: 6) != 5)
        abort();
    return player == 'X' ? 'R' : 'L';
}
