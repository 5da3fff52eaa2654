// expect: fault signal SIGSEGV
// turn: 1
// why: Writes to a text of its own.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char *volatile text = "literal";
    text[0] = 'x';
    return player == 'X' ? 'R' : 'L';
}
