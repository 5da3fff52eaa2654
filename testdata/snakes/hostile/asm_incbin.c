// expect: refused S14
// message: asm
// absent: root:
// line: 7
// why: .incbin reads any file that the assembler can read.

__asm__(".section .rodata\n.globl secret\nsecret: .incbin \"/etc/passwd\"\n.text");

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
