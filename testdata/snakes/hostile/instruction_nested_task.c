// expect: plays
// or: fault
// why: Returns with the nested-task flag set, which trips a kernel that returns by IRET.
// unclear: a broken calling convention, but no fault by the rules

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | 0x4000);
    return player == 'X' ? 'R' : 'L';
}
