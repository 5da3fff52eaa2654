// expect: refused S10
// message: unterminated
// why: A comment without an end swallows whatever a host may append to the source.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}

/* the end is missing
