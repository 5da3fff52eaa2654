// expect: plays
// why: Lines that end with CR and LF.

#define ADD(a, b) \
    ((a) + \
     (b))
char *bot_name = "CRLF";

int bot(int board[16][32], char player)
{
    return ADD(0, player == 'X') ? 'R' : 'L';
}
