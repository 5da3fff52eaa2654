// expect: refused S10
// message: bot
// line: 8
// why: The board is an array of rows, not a flat pointer.

char *bot_name = "wrong type";

int bot(int *board, char player)
{
    return 'L';
}
