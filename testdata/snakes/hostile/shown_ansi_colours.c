// expect: plays
// why: A name with terminal colours: no escape may reach a terminal.

char *bot_name = "\x1b[31mred\x1b[0m";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
