// expect: refused S10
// message: may reach over two cache lines
// why: Where a locked operation reaches to is only known when it runs.
// unclear: allowed by the letter, but must not make matches void

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char room[256] = "";
    for (int i = 0; i < 200; i++)
        __atomic_fetch_add((int *) (room + board[0][0] % 64 + i), 1, 5);
    return player == 'X' ? 'R' : 'L';
}
