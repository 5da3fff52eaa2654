// expect: refused S11
// message: environ
// why: Data of the C library: the environment.

extern char **environ;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (environ && environ[0])
        return environ[0][0];
    return player == 'X' ? 'R' : 'L';
}
