// expect: refused S10
// message: match won
// why: #line claims that the host speaks.

#line 1 "bout: internal error"
#error match won by X

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
