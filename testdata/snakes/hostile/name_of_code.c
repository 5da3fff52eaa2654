// expect: refused S10
// or: plays
// why: It points to code: readable, but not text.
// unclear: readable, but not text

int bot(int board[16][32], char player);
char *bot_name = (char *) bot;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
