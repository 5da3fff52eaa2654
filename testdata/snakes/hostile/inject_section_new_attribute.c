// expect: refused S14
// or: refused S10
// why: An attribute in the brackets of the next standard, with an instruction in the name of its section.

[[gnu::section(".text;rdrand %eax;.section .text"), gnu::noinline]] int chance(void)
{
    return 5;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return chance() == 5 ? 'L' : 'R';
}
