// expect: refused S10
// message: who said this
// why: #line claims a file name with escape codes.

#line 7 "\033[2J\033[31mfile"
#error who said this

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
