// expect: plays
// or: fault state
// or: fault signal SIGILL
// or: refused S10
// or: refused S14
// needs: rdrand
// why: The processor's random numbers cannot be turned off; a match with them cannot be replayed.
// unclear: no rule names it; S11 wants matches that can be replayed

#pragma GCC target("rdrnd")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned x = 0;
    __builtin_ia32_rdrand32_step(&x);
    return "LRUD"[x & 3];
}
