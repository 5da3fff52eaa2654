// expect: plays
// why: A comment in Latin-1, which is not UTF-8.

/* Größe, café */
char *bot_name = "latin one"; // naïve

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
