// expect: plays
// invalid: all
// why: A character constant of two letters.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return 'LR';
}
