// expect: plays
// or: fault state
// or: fault signal SIGILL
// or: refused S10
// or: refused S14
// repeat: same
// needs: fsgsbase
// why: The base of fs is an address of the host.
// unclear: no rule names it; the address must not differ from replay to replay

#pragma GCC target("fsgsbase")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned long long x = __builtin_ia32_rdfsbase64();
    return "LRUD"[x >> 12 & 3];
}
