// expect: refused S10
// or: plays
// why: A constant table of 100 MB: more output than a bot may make.
// unclear: the rules give no size; a host that loads it may play it

const unsigned char table[] = {[0 ... 99999999] = 7, [5] = 1};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return table[board[0][0]] == 7 ? 'L' : 'R';
}
