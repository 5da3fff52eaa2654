// expect: plays
// why: A name in UTF-8.

const char *bot_name = u8"Schlängchen";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
