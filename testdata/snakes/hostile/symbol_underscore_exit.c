// expect: refused S11
// message: _exit
// why: Ends the process.

extern void _exit(int);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    _exit(0);
    return player == 'X' ? 'R' : 'L';
}
