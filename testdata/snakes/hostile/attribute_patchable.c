// expect: plays
// or: refused S10
// why: An attribute that leaves room in front of a function and makes a writable section of addresses.
// unclear: the section __patchable_function_entries is writable by its flags, but nothing names it

__attribute__((patchable_function_entry(64, 32))) int number(int x)
{
    return x + 1;
}

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
