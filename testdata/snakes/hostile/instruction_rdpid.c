// expect: plays
// or: fault state
// or: fault signal SIGILL
// or: refused S10
// or: refused S14
// needs: rdpid
// why: Tells which processor this runs on.
// unclear: no rule names it

#pragma GCC target("rdpid")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned x = __builtin_ia32_rdpid();
    return "LRUD"[x & 3];
}
