// expect: fault signal SIGSEGV
// turn: 1
// why: The last square of the board.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    board[15][31] = player;
    return player == 'X' ? 'R' : 'L';
}
