// expect: plays
// invalid: all
// why: The low byte is L, the int is not.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return 'L' | 0x100;
}
