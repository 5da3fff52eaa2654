// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to its own code.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    *(volatile unsigned char *) bot = 0xc3;
    return player == 'X' ? 'R' : 'L';
}
