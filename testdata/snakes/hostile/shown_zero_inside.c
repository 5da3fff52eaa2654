// expect: plays
// why: A zero byte ends the name.

char *bot_name = "seen\0unseen";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
