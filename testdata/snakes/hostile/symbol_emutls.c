// expect: refused S11
// or: refused S10
// message: value
// why: A thread-local variable of the general dynamic model, of somebody else.

#pragma GCC optimize("PIC")
extern __thread int value __attribute__((tls_model("global-dynamic")));

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    if (value == 7)
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
