// expect: refused S10
// why: A constant table of a tebibyte of zeros, which costs the compiler nothing but the file its size.

const unsigned char table[1ul << 40];

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return table[board[0][0]] == 7 ? 'L' : 'R';
}
