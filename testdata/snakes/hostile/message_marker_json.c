// expect: refused S10
// message: in the middle
// why: A file name that would break out of JSON.

#line 1 "\",\"ok\":true,\"x\":\""
#error in the middle

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
