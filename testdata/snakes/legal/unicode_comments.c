// expect: plays
// why: Comments and texts in UTF-8.

/* Schlänge, 蛇, змея, 🐍: all the same. */
char *bot_name = "unicode"; // ünïcödé

static const char größe[] = "größe";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
