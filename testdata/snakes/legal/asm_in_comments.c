// expect: plays
// why: The word asm in comments, texts, names, unused macros and code that is left out.

/* asm("syscall"); __asm__ volatile ("nop"); */
// asm
#define UNUSED asm("nop")
#if 0
asm("nop");
#endif
char *bot_name = "asm(\"nop\") __asm__";

static int asm_count(int plasma)
{
    int __asm___ = plasma, _asm = 1;
    return __asm___ + _asm;
}

int bot(int board[16][32], char player)
{
    return asm_count(1) == 2 ? (player == 'X' ? 'R' : 'L') : 'U';
}
