// expect: plays
// why: Right-to-left overrides turn the rest of the line round.

char *bot_name = "\xe2\x80\xae" "eman \xe2\x81\xa6 x";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
