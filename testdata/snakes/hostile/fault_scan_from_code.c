// expect: fault signal SIGSEGV
// or: fault time
// turn: 1
// why: Reads all that lies behind its code.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned char *place = (volatile unsigned char *) bot;
    while (*place != 0x100)
        place += 64;
    return player == 'X' ? 'R' : 'L';
}
