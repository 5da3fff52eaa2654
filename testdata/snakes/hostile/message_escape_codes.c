// expect: refused S10
// message: all is well
// line: 6
// why: The compiler's message with raw escape codes: they must not reach the terminal.

#error [2J[H]0;owned all is well

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
