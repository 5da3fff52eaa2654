// expect: refused S10
// message: who said this
// why: #line claims another file and another line; the message must not send anybody to a file of the host.

#line 424242 "/etc/passwd"
#error who said this

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
