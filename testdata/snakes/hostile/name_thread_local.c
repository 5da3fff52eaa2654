// expect: refused S10
// message: bot_name
// why: A thread-local name: its symbol is an offset, not an address.

__thread char *bot_name = "thread";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
