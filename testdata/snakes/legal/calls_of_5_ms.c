// expect: plays
// why: About five milliseconds a move, far from the limit of 100.


char *bot_name = "five";

int bot(int board[16][32], char player)
{
    volatile unsigned x = board[0][0];
    for (int i = 0; i < 1700000; i++)
        x = x * 1664525 + 1013904223;
    return player == 'X' ? 'R' : 'L';
}
