// expect: refused S14
// message: asm
// line: 10
// why: The word stands behind another.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __extension__ __asm__("nop");
    return player == 'X' ? 'R' : 'L';
}
