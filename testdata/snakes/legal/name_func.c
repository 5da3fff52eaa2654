// expect: plays
// why: A name through casts.

char *bot_name = (char *) (const char *) (void *) "cast";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
