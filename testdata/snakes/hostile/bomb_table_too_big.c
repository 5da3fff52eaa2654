// expect: refused S10
// why: A constant table that no address space holds.

const unsigned char table[1ul << 62] = {1};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return table[board[0][0]] == 7 ? 'L' : 'R';
}
