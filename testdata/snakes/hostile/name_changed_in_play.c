// expect: plays
// why: The bot points its own name elsewhere; what is shown is the name it came with.

char *bot_name = "honest";

int bot(int board[16][32], char player)
{
    bot_name = "liar";
    return player == 'X' ? 'R' : 'L';
}
