// expect: refused S10
// why: It points to a nameless writable buffer.

char *bot_name = (char[]) {"a nameless buffer"};

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
