// expect: plays
// why: A name in a constant array.

static const char names[2][8] = {"first", "second"};
const char *bot_name = names[1];

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
