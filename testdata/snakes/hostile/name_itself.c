// expect: refused S10
// or: plays
// why: It points to itself: the text is the bytes of an address.
// unclear: readable, but not text

char *bot_name = (char *) &bot_name;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
