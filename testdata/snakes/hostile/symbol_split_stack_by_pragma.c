// expect: plays
// or: refused S11
// message: __morestack
// why: A pragma asks for split stacks.
// unclear: gcc 12 ignores the option, with a warning

#pragma GCC optimize("split-stack")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile char text[64] = "x";
    if (text[1])
        return 'U';
    return player == 'X' ? 'R' : 'L';
}
