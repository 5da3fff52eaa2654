// expect: refused S14
// message: asm
// why: The word is broken over two lines by a backslash.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __a\
sm__("nop");
    return player == 'X' ? 'R' : 'L';
}
