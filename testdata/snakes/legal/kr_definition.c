// expect: plays
// or: refused S10
// why: The definition in the style of 1978; `char` becomes int on the way, which gcc accepts after a prototype.
// unclear: ISO C calls the types incompatible (a promoted argument), gcc accepts it without -pedantic

char *bot_name = "K and R";

int bot(board, player)
    int board[16][32];
    char player;
{
    return player == 'X' ? 'R' : 'L';
}
