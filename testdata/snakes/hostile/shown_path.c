// expect: plays
// why: A name that is a path: no file may be named after it.

char *bot_name = "../../../../tmp/bout_was_here";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
