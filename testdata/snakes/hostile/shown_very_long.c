// expect: plays
// why: A name of 1 MiB: every table must cut it.

#define X4(x) x x x x
#define X64(x) X4(X4(X4(x)))
#define X4096(x) X64(X64(x))
char *bot_name = X64(X4096("name"));

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
