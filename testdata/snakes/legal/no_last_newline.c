// expect: plays
// why: No line end at the end of the file.

char *bot_name = "no newline";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}