// expect: plays
// or: fault state
// or: fault signal SIGILL
// or: refused S10
// or: refused S14
// needs: rdseed
// why: The same for seeds.
// unclear: no rule names it

#pragma GCC target("rdseed")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned x = 0;
    __builtin_ia32_rdseed_si_step(&x);
    return "LRUD"[x & 3];
}
