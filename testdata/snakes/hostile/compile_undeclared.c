// expect: refused S10
// message: depth
// line: 10
// why: An undeclared name is a compile error.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return (board, depth);
}
