// expect: plays
// why: A prototype of its own in front, and `extern`.

extern int bot(int [16][32], char);
extern char *bot_name;
char *bot_name = "prototype";

extern int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
