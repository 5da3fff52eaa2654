// expect: plays
// why: The types and macros of inttypes.h and stdint.h.

#include <stdlib.h>
#include <inttypes.h>
#include <string.h>
#define FORMAT "%" PRId64 " %" PRIu8

char *bot_name = "inttypes";

int bot(int board[16][32], char player)
{
    int64_t a = INT64_C(5000000000);
    uintmax_t b = UINTMAX_MAX;
    intptr_t c = (intptr_t) board;
    static const char format[] = FORMAT;
    if (a / 1000 != 5000000 || b + 1 != 0 || !c || strlen(format) < 5)
        abort();
    return player == 'X' ? 'R' : 'L';
}
