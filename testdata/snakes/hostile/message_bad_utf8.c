// expect: refused S10
// message: bytes
// line: 6
// why: Bytes that are no UTF-8 in the message.

#error ÿþ€ bytes

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
