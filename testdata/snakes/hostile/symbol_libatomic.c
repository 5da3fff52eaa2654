// expect: refused S11
// message: __atomic_
// why: A 16-byte atomic needs libatomic.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __int128 a = 1, b;
    __atomic_load(&a, &b, 5);
    if (b == 2)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
