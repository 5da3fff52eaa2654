// expect: plays
// why: A name of several lines, one like a line of the log.

char *bot_name = "one\ntwo\n\n*...............................\n";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
