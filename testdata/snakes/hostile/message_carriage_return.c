// expect: refused S10
// why: A carriage return in the message.

#error refused accepted


char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
