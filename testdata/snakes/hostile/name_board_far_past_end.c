// expect: refused S10
// message: bot_name
// why: It points 256 MiB past the end of a constant: not readable.

static const char text[] = "text";
char *bot_name = (char *) text + 0x10000000;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
