// expect: plays
// or: refused S10
// why: Everything in the file is hidden; `bot` and `bot_name` are defined all the same.
// unclear: hidden symbols are defined, but not visible to a dynamic linker

#pragma GCC visibility push(hidden)

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
