// expect: refused S14
// message: asm
// why: The same in the other spelling.

_Pragma("GCC system_header")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __asm__("nop");
    return player == 'X' ? 'R' : 'L';
}
