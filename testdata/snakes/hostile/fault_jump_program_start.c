// expect: fault
// or: plays
// why: Calls an address where the code of a program often begins.
// unclear: whatever is there may happen to return

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int (*volatile there)(int (*)[32], char) = (int (*)(int (*)[32], char)) 0x401000;
    return there(board, player);
}
