// expect: refused S11
// message: __libc_system
// why: A function by its inner name.

extern int __libc_system(const char *);

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __libc_system("true");
    return player == 'X' ? 'R' : 'L';
}
