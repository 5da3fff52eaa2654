// expect: refused S10
// message: may reach over two cache lines
// why: An exchange with memory is locked, whether it says so or not.
// unclear: allowed by the letter, but must not make matches void

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    char room[256] = "";
    for (int i = 0; i < 200; i++)
        if (__atomic_exchange_n((long *) (room + board[0][0] % 64 + i), i, 5) == 7)
            return 'U';
    return player == 'X' ? 'R' : 'L';
}
