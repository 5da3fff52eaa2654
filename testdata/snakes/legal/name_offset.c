// expect: plays
// why: A name that begins inside a literal.

char *bot_name = "xxname" + 2;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
