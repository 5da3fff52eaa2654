// expect: refused S14
// message: asm
// line: 6
// why: A label gives a declaration another name in the object: system.

extern int hidden(const char *) asm("system");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    hidden("true");
    return player == 'X' ? 'R' : 'L';
}
