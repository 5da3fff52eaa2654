// expect: refused S11
// message: pthread_create
// why: Makes a thread.

extern int pthread_create(unsigned long *, void *, void *(*)(void *), void *);
static void *work(void *x)
{
    return x;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    unsigned long thread;
    pthread_create(&thread, 0, work, 0);
    return player == 'X' ? 'R' : 'L';
}
