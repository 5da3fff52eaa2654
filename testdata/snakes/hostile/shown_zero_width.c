// expect: plays
// why: Invisible characters make two names look the same.

char *bot_name = "a\xe2\x80\x8b\xe2\x80\x8b\xef\xbb\xbf" "b";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
