// expect: fault signal SIGSEGV
// turn: 1
// why: The board is handed over read-only.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    board[0][0] = player;
    return player == 'X' ? 'R' : 'L';
}
