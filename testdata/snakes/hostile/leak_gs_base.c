// expect: refused S10
// why: The base of gs, 47 bits that nobody uses.

#pragma GCC target("fsgsbase")
#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = __builtin_ia32_rdgsbase64() == MARK >> 20;
    __builtin_ia32_wrgsbase64(MARK >> 20);
    return found ? 'D' : 'U';
}
