// expect: refused S11
// message: __stack_chk_fail
// why: A pragma turns the stack protector on, which reads %fs:40 and needs a symbol.

#pragma GCC optimize("stack-protector-all")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char text[64] = "x";
    if (text[1])
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
