// expect: fault signal SIGSEGV
// turn: 1
// why: Looks at every page of the low two gibibytes.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    for (unsigned long at = 0x10000; at < 0x80000000ul; at += 4096)
        if (*(volatile long *) at == 0x1122334455667788)
            return 'U';
    return player == 'X' ? 'R' : 'L';
}
