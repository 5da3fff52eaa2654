// expect: plays
// why: A constant table of structs with texts and functions in it.

struct direction { char letter; int row, column; const char *name; int (*cost)(int); };
static int one(int x)
{
    return x + 1;
}
static const struct direction directions[] = {
    {'L', 0, -1, "left", one}, {'R', 0, 1, "right", one}, {.letter = 'U', .row = -1, .name = "up"}, {.letter = 'D', .row = 1, .name = "down"},
};

char *bot_name = "table_of_structs";

int bot(int board[16][32], char player)
{
    volatile int which = player == 'X';
    const struct direction *d = &directions[which];
    return d->cost(d->row) == 1 && d->name[0] == (which ? 'r' : 'l') ? d->letter : 'U';
}
