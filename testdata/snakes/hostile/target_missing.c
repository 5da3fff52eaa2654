// expect: fault signal SIGILL
// or: plays
// why: A pragma lets the compiler use an instruction that no CPU of today has.
// unclear: plays on a CPU that has it

#pragma GCC target("tbm")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    volatile unsigned x = board[0][0];
    x = __builtin_ia32_bextri_u32(x, 0x101);
    return player == 'X' ? 'R' : 'L';
}
