// expect: plays
// why: Attributes that change nothing about the type.

char *bot_name = "attributes";

__attribute__((hot, noinline, used, visibility("default"))) int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
