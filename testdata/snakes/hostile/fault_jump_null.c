// expect: fault signal SIGSEGV
// turn: 1
// why: Calls a null pointer.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int (*volatile there)(int (*)[32], char) = (int (*)(int (*)[32], char)) 0;
    return there(board, player);
}
