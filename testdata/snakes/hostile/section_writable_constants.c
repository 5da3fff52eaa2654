// expect: refused S10
// why: A writable section of constants whose names the compiler does not keep.

__attribute__((section(".mine,\"aw\",@progbits#"))) static const char text[9000] = "mine";

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return text[(int) player] ? 'R' : 'L';
}
