// expect: plays
// why: An empty name.
// unclear: readable text of no letters; the host should fall back to the file name

char *bot_name = "";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
