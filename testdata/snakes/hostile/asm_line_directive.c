// expect: refused S14
// message: asm
// why: #line says that the next lines come from a system header.

#line 1 "/usr/include/stdlib.h"
static inline void helper(void)
{
    __asm__ volatile("syscall" : : "a"(231));
}
#line 12 "bot.c"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    helper();
    return player == 'X' ? 'R' : 'L';
}
