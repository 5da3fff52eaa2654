// expect: plays
// invalid: all
// why: The player's letter is no move.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player;
}
