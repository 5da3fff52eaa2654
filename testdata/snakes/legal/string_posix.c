// expect: plays
// or: refused S11
// why: The functions of string.h that are not in standard C, but in the header.
// unclear: S11 allows string.h; these are in it on Debian, not in the standard

#include <stdlib.h>
#include <string.h>

char *bot_name = "string_posix";

int bot(int board[16][32], char player)
{
    char *twin = strdup("twin");
    char *piece = strndup("piece of it", 5);
    char *rest, text[] = "a b";
    char *first = strtok_r(text, " ", &rest);
    char *end = stpcpy((char[16]) {0}, "end");
    if (!twin || strcmp(twin, "twin") || !piece || strcmp(piece, "piece") || strcmp(first, "a") || *end || strnlen("four", 9) != 4)
        abort();
    return player == 'X' ? 'R' : 'L';
}
