// expect: plays
// why: `bot` is a second name of a static function: defined, and of the right type.

char *bot_name = "alias";

static int real(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}

int bot(int board[16][32], char player) __attribute__((alias("real")));
