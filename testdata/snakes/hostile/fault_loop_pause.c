// expect: fault time
// turn: 1
// why: A loop that asks the processor to wait.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    for (;;)
        __builtin_ia32_pause();
}
