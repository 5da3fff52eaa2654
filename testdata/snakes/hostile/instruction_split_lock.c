// expect: plays
// or: fault signal SIGBUS
// or: fault time
// why: Locked operations across two cache lines, 200 a move: some kernels make the culprit wait, without processor time.
// unclear: allowed by the letter; must not make matches void

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char room[256] __attribute__((aligned(64)));
    char *at = (char *) room + 62;
    for (int i = 0; i < 200; i++)
        __atomic_fetch_add((int *) at, 1, 5);
    return player == 'X' ? 'R' : 'L';
}
