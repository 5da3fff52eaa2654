// expect: refused S10
// message: bot_name
// why: It points to the vsyscall page, which nobody may read on most machines.

char *bot_name = (char *) 0xffffffffff600000;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
