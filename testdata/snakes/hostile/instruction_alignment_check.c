// expect: plays
// or: fault signal SIGBUS
// why: Returns with the alignment-check flag set: the host's own unaligned reads would raise SIGBUS.
// unclear: a host that clears the flag plays on; one that does not may blame the bot

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | 0x40000);
    return player == 'X' ? 'R' : 'L';
}
