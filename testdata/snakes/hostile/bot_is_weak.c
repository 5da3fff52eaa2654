// expect: plays
// or: refused S10
// why: `bot` is weak, but defined.
// unclear: a weak symbol is defined

char *bot_name = "weak";

__attribute__((weak)) int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
