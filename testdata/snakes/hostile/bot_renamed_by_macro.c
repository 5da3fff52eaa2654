// expect: refused S10
// message: bot
// why: A macro renames the function, so the object has no `bot`.

#define bot robot
char *bot_name = "renamed";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
