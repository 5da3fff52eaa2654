// expect: fault signal SIGSEGV
// turn: 1
// why: The address of a nested function that uses its surroundings is code on the stack, which cannot run.

static __attribute__((noinline)) int use(int (*function)(int))
{
    int (*volatile f)(int) = function;
    return f(1) + f(2);
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    int calls = board[0][0];
    int step(int x)
    {
        return x + calls++;
    }
    return use(step) & 1 ? 'L' : 'R';
}
