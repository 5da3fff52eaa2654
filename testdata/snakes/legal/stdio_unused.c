// expect: plays
// why: stdio.h for its constants only; its headers rename some functions with assembler labels.

#include <stdio.h>

char *bot_name = "stdio_unused";

int bot(int board[16][32], char player)
{
    FILE *nothing = NULL;
    (void) nothing;
    return EOF == -1 ? (player == 'X' ? 'R' : 'L') : 'U';
}
