// expect: plays
// why: A bot may read its own name.

char *bot_name = "RL";

int bot(int board[16][32], char player)
{
    return bot_name[player != 'X'];
}
