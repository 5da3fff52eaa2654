// expect: fault signal SIGSEGV
// turn: 1
// why: Calls its own bot_name.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void *volatile keep = &bot_name;
    return ((int (*)(void)) keep)();
}
