// expect: refused S10
// why: A constant table of 1 GiB.

const unsigned char table[1 << 30] = {[12345] = 1, [(1 << 30) - 1] = 2};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return table[board[0][0]] == 7 ? 'L' : 'R';
}
