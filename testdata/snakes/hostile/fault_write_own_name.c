// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to the text of its name.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    ((volatile char *) bot_name)[0] = 'x';
    return player == 'X' ? 'R' : 'L';
}
