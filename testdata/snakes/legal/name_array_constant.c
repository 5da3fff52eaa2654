// expect: plays
// why: A name in a constant with a name of its own.

const char text[] = "in a constant";
const char *const bot_name = text;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
