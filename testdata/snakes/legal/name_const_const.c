// expect: plays
// why: const char *const: in the constants.

const char *const bot_name = "const const";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
