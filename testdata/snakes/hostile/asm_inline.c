// expect: refused S14
// message: asm
// line: 10
// why: The kind of assembly that is counted as small.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    asm inline ("nop");
    return player == 'X' ? 'R' : 'L';
}
