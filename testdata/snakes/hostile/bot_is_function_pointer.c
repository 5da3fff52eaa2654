// expect: refused S10
// message: bot
// line: 13
// why: `bot` is a pointer to a function, not a function.

char *bot_name = "pointer";

static int real(int board[16][32], char player)
{
    return 'L';
}

int (*const bot)(int board[16][32], char player) = real;
