// expect: plays
// why: abs, div and kin.

#include <stdlib.h>


char *bot_name = "stdlib_small";

int bot(int board[16][32], char player)
{
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(17, 5);
    lldiv_t m = lldiv(17, -5);
    volatile int five = -5;
    volatile long six = -6;
    volatile long long seven = -7;
    if (d.quot != -3 || d.rem != -1 || l.quot != 3 || l.rem != 2 || m.quot != -3 || m.rem != 2 || abs(five) != 5 || labs(six) != 6 || llabs(seven) != 7)
        abort();
    return player == 'X' ? 'R' : 'L';
}
