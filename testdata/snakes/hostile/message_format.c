// expect: refused S10
// message: %n
// line: 6
// why: Format strings in the message.

#error %s %n %x {} {0}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
