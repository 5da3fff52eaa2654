// expect: refused S10
// message: bot_name
// why: It points into the kernel.

char *bot_name = (char *) 0xffffffff81000000;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
