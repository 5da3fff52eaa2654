// expect: fault
// turn: 1
// why: A compiler built-in that leaves by another stack pointer and another address.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_eh_return(4096 * 4, (void *) 0x1000);
}
