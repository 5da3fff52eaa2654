// expect: refused S14
// message: asm
// line: 10
// why: The third spelling.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __asm("nop");
    return player == 'X' ? 'R' : 'L';
}
