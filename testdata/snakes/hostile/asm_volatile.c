// expect: refused S14
// message: asm
// line: 10
// why: A system call in assembly.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __asm__ volatile ("syscall" : : "a"(231), "D"(0) : "rcx", "r11", "memory");
    return player == 'X' ? 'R' : 'L';
}
