// expect: plays
// why: A name of several literals.

#define VERSION "1.2"
char *bot_name = "snake " VERSION
    " (beta)" /* of course */ " by\x20me";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
