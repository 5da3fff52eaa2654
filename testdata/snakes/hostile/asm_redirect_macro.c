// expect: refused S14
// or: refused S11
// or: refused S10
// why: A macro of the system headers holds the word: the words of an expansion are marked as coming from a header.

#include <sys/cdefs.h>
#include <string.h>
extern int __REDIRECT(hidden, (const char *), system);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    hidden("true");
    return player == 'X' ? 'R' : 'L';
}
