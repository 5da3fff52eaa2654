// expect: refused S14
// message: asm
// line: 7
// why: Split into tokens line by line, the label would lie within a text.

const char *const raw = R"(
)"; int chance(void) __asm__("rand;rdrand %eax;nop");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return "LRUD"[chance() & 3];
}
