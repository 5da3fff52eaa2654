// expect: refused S10
// message: row
// why: A writable pointer to constants.

const int *row;
static const int rows[2] = {1, 2};

char *bot_name = "global";

int bot(int board[16][32], char player)
{
    row = row ? row + 1 : rows;
    return row - rows > 1000 ? 'L' : 'R';
}
