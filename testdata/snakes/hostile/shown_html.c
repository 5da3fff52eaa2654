// expect: plays
// why: A name that is HTML.

char *bot_name = "<script>alert(1)</script>&lt;\"\x27";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
