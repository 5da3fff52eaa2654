// expect: clean
// why: bot_name is the only variable that a bot may have; what it holds must not last.

char *bot_name = "leak";

int bot(int board[16][32], char player)
{
    int found = bot_name[0] == 'D';
    bot_name = "DOWN";
    return found ? 'D' : 'U';
}
