// expect: refused S10
// message: onerror
// line: 6
// why: HTML in the message: the report must escape it.

#error <img src=x onerror=alert(1)>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
