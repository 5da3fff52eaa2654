// expect: refused S10
// message: unterminated
// line: 13
// why: An #if without #endif swallows whatever a host may append to the source.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}

#if 0
