// expect: plays
// or: refused S10
// why: A constant that asks for 256 MiB alignment: refused or placed, without harm to the host.
// unclear: allowed by the letter; a host may have a limit on what it loads

__attribute__((aligned(1 << 28))) const int aligned = 5;

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    const volatile int *view = &aligned;
    return *view == 5 ? 'L' : 'R';
}
