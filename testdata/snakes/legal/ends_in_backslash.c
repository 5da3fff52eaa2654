// expect: plays
// why: The last line is a comment that a backslash continues: what a host appends must not be swallowed.

char *bot_name = "backslash";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
// the end \
