// expect: refused S11
// message: $2system
// why: A dollar sign in a name.

extern void a$2system(void);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    a$2system();
    return player == 'X' ? 'R' : 'L';
}
