// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to the code that called it.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(volatile unsigned char *) __builtin_return_address(0) = 0xc3;
    return player == 'X' ? 'R' : 'L';
}
