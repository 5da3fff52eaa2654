// expect: refused S14
// message: asm
// line: 8
// why: A function of assembly alone.

__attribute__((naked)) static void leave(void)
{
    __asm__("mov $231, %eax\n\tsyscall");
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    leave();
    return player == 'X' ? 'R' : 'L';
}
