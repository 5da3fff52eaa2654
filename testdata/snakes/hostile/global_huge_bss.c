// expect: refused S10
// message: ocean
// why: A terabyte of .bss: a host that lays it out before it judges it would die.

static char ocean[1ul << 40];

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    ocean[board[0][0]]++;
    return ocean[42] ? 'L' : 'R';
}
