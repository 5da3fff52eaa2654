// expect: fault time
// turn: 1
// why: Seconds for a move; it would end by itself.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    for (volatile long i = 0; i < 2000000000; i++)
        ;
    return player == 'X' ? 'R' : 'L';
}
