// expect: fault
// or: plays
// why: Calls the place it should return to: the host's stub goes on with a stack that is not its own.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int (*volatile back)(int) = (int (*)(int)) __builtin_return_address(0);
    return back(5);
}
