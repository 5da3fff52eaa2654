// expect: plays
// or: refused S10
// why: Both names are weak, but defined.
// unclear: weak symbols are defined

#pragma weak bot
#pragma weak bot_name

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
