// expect: plays
// or: refused S10
// why: `inline` alone: with the host's prototype before it, C makes it an external definition.
// unclear: without a prototype in sight gcc emits no `bot` at all

char *bot_name = "inline";

inline int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
