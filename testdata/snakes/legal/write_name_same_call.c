// expect: plays
// why: A bot may set its name and look at it in the same call.
// unclear: S10 lets bot_name be the one writable variable, S12 says that it does not last

#include <string.h>
char *bot_name = "one";

int bot(int board[16][32], char player)
{
    if (strcmp(bot_name, "one"))
        return 'U';
    bot_name = "two";
    return strcmp(bot_name, "two") ? 'U' : player == 'X' ? 'R' : 'L';
}
