// expect: plays
// or: refused S10
// why: A second name for bot_name: no new memory; what it keeps must not last (S12).
// unclear: an alias is a writable global symbol other than bot_name, but of the same bytes

extern char *calls __attribute__((alias("bot_name")));
extern char *bot_name;

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    calls = calls + 1;
    return (unsigned long) calls & 1 ? 'L' : 'R';
}
