// expect: refused S10
// message: bot
// line: 9
// why: The board is int, not const int.
// unclear: the prototype of the rules has no const, so gcc says conflicting types; a kind host could allow it

char *bot_name = "wrong type";

int bot(const int board[16][32], char player)
{
    return 'L';
}
