// expect: refused S10
// message: expected
// line: 11
// why: A source that does not compile is refused with the place of the error.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int move = 'L'
    return move;
}
