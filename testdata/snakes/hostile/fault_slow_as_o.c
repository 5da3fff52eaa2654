// expect: fault time
// turn: 1
// seat: O
// why: A loop without end in the second seat only: it must be blamed there.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (player == 'O')
        for (volatile int i = 0;; i++)
            ;
    return player == 'X' ? 'R' : 'L';
}
