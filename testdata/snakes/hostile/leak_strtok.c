// expect: clean
// or: fault signal SIGSEGV
// why: strtok remembers where it was.
// unclear: strtok(0) without a beginning is undefined in C, and faults in glibc: then in turn 1

#include <string.h>

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    char text[64] = "one two three four";
    char *rest = strtok(0, " ");
    int found = rest != 0;
    strtok(text, " ");
    return found ? 'D' : 'U';
}
