// expect: fault signal SIGSEGV
// turn: 1
// why: Sets reserved bits of MXCSR.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned bits = 0xffff0000;
    __builtin_ia32_ldmxcsr(bits);
    return player == 'X' ? 'R' : 'L';
}
