// expect: refused S10
// message: the instruction `lzcnt`
// why: An attribute has zeros counted by an instruction that older processors take for another one.

char *bot_name = "hostile";

__attribute__((target("lzcnt"), noinline)) static unsigned zeros(unsigned x)
{
    return __builtin_clz(x);
}

int bot(int board[16][32], char player)
{
    return board[0][0] ? "LRUD"[zeros(board[0][1] | 1u) & 3] : player;
}
