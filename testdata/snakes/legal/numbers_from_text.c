// expect: plays
// why: strtol, atoi, strtod and kin.

#include <stdlib.h>
#include <string.h>


char *bot_name = "numbers_from_text";

int bot(int board[16][32], char player)
{
    char *end;
    if (strtol("-42x", &end, 10) != -42 || *end != 'x' || strtoul("ff", 0, 16) != 255 || strtol("0x1f", 0, 0) != 31 || strtoll("-9000000000", 0, 10) != -9000000000ll || strtoull("777", 0, 8) != 511 || atoi(" 17") != 17 || atol("18") != 18 || atoll("19") != 19 || atof("2.5") != 2.5 || strtod("1e3z", &end) != 1000 || *end != 'z' || strtof("0.5", 0) != 0.5f || strtod("0x1.8p1", 0) != 3 || strtod("inf", 0) < 1e308)
        abort();
    return player == 'X' ? 'R' : 'L';
}
