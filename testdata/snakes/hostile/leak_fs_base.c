// expect: refused S10
// why: The base of fs, in which a host may have its own thread-local memory.

#pragma GCC target("fsgsbase")
#define MARK 0x5eed1eaf0ddba11dul

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = __builtin_ia32_rdfsbase64() == MARK >> 20;
    __builtin_ia32_wrfsbase64(MARK >> 20);
    return found ? 'D' : 'U';
}
