// expect: fault signal SIGSEGV
// turn: 1
// why: Calls machine code on its heap.

#include <stdlib.h>
#include <string.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned char *code = malloc(8);
    memcpy(code, "\xb8\x4c\0\0\0\xc3", 6);
    void *volatile keep = code;
    return ((int (*)(void)) keep)();
}
