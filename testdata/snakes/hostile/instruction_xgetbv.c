// expect: plays
// or: fault state
// or: fault signal SIGILL
// or: refused S10
// or: refused S14
// needs: xsave
// why: Tells which register sets are in use.
// unclear: no rule names it; always the same on one machine

#pragma GCC target("xsave")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long x = __builtin_ia32_xgetbv(0);
    return x & 0x100 ? 'L' : 'R';
}
