// expect: fault signal SIGILL
// turn: 1
// why: ud2.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_trap();
}
