// expect: refused S10
// message: text
// why: It points to a writable buffer, which is a writable global.

char text[32] = "before";
char *bot_name = text;

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
