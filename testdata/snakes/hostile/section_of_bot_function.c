// expect: plays
// why: The function bot stands in a section of its own: code like any other.

int bot(int board[16][32], char player) __attribute__((section(".mine")));

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
