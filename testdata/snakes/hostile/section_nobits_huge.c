// expect: refused S10
// message: .huge
// why: 120 MiB of constant zeros that cost nothing in the file: a bot that cannot be started makes every match void.

__attribute__((section(".huge,\"a\",@nobits#"))) const char huge[120 << 20];

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return huge[(int) player << 10] ? 'R' : 'L';
}
