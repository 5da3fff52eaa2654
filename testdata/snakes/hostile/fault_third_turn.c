// expect: fault signal SIGSEGV
// turn: 3
// why: A fault in the third turn, not before.

static int turn_of(int board[16][32], char player)   /* 1 in the first call, for a bot that leaves a new square at each move */
{
    int turn = 1;
    for (int i = 0; i < 512; i++)
        turn += board[i / 32][i % 32] == player;
    return turn;
}


char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (turn_of(board, player) == 3)
        *(volatile int *) 16 = 1;
    return player == 'X' ? 'R' : 'L';
}
