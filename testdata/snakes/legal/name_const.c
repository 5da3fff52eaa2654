// expect: plays
// why: const char *.

const char *bot_name = "const";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
