// expect: refused S10
// message: .mine
// why: The function bot stands in a section of its own: sections are those that compilers make.

int bot(int board[16][32], char player) __attribute__((section(".mine")));

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
