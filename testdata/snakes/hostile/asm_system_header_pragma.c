// expect: refused S14
// message: asm
// why: A pragma says that the rest of this file is a system header.

#pragma GCC system_header

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __asm__("nop");
    return player == 'X' ? 'R' : 'L';
}
