// expect: refused S14
// message: line marker
// why: A line marker says that the next lines come from a system header.

# 1 "/usr/include/string.h" 1 3 4
static inline void helper(void)
{
    __asm__ volatile("syscall" : : "a"(231));
}
# 7 "bot.c" 2

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    helper();
# 23 "bot.c"
    return player == 'X' ? 'R' : 'L';
}
