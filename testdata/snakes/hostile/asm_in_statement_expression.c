// expect: refused S14
// message: asm
// line: 10
// why: Assembly inside an expression.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int five = ({ int x; __asm__("mov $5, %0" : "=r"(x)); x; });
    if (five == 4)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
