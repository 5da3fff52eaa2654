// expect: refused S10
// message: .gnu.lto_main
// why: What a linker's plugin obeys: a section that no compiler makes without being asked to.

__attribute__((section(".gnu.lto_main,\"e\",@progbits#"), used)) static const char options[] = "-plugin-opt";

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
