// expect: refused S10
// why: A compound literal at file scope is a nameless writable variable.

static int *const cell = (int[]) {1};

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    return (*cell)++ & 1 ? 'L' : 'R';
}
