// expect: plays
// why: A name that would break out of a JSON text.

char *bot_name = "\",\"outcome\":\"win\",\"x\":\"\\";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
