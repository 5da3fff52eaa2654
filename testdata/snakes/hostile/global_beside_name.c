// expect: refused S10
// or: fault signal SIGSEGV
// or: plays
// message: both
// why: A struct laid over bot_name and what lies behind it in .data.
// unclear: the alias has the size of bot_name in some assemblers; what matters is that nothing lasts

struct two { char *name; long calls; };
extern struct two both __attribute__((alias("bot_name")));

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    both.calls++;
    return both.calls & 1 ? 'L' : 'R';
}
