// expect: refused S11
// message: snake_
// why: A function with a name in UTF-8 that nobody has.

extern void snake_ü(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    snake_ü();
    return player == 'X' ? 'R' : 'L';
}
