// expect: refused S10
// message: 16 MiB
// why: More constants than a bot may have, in a section whose name is common.

static const char table[17 << 20] = {1, 2, 3};

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return table[(int) player << 10] ? 'R' : 'L';
}
