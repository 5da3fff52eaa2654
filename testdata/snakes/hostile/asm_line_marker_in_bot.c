// expect: refused S14
// message: line marker
// why: The same, inside the function.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
# 100 "/usr/include/x86_64-linux-gnu/bits/string.h" 3 4
    __asm__("nop");
# 15 "bot.c"
    return player == 'X' ? 'R' : 'L';
}
