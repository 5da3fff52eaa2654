// expect: refused S10
// or: refused S11
// why: target_clones makes an ifunc with a resolver, and asks the CPU.

__attribute__((target_clones("avx2", "default"))) int number(int x)
{
    return x * 3;
}
int use(int x)
{
    return number(x);
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
