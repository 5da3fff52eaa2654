// expect: plays
// or: fault signal SIGFPE
// why: Returns with floating-point exceptions unmasked: the host's own divisions could trap.
// unclear: a broken calling convention, but no fault by the rules

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_ia32_ldmxcsr(0);
    return player == 'X' ? 'R' : 'L';
}
