// expect: refused S10
// message: is not on every processor for x86-64
// why: A pragma lets the compiler use an instruction that no CPU of today has.

#pragma GCC target("tbm")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned x = board[0][0];
    x = __builtin_ia32_bextri_u32(x, 0x101);
    return player == 'X' ? 'R' : 'L';
}
