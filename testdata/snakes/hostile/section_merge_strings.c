// expect: refused S10
// message: .mine
// why: A section of mergeable strings under a name of its own: sections are those that compilers make.

__attribute__((section(".mine,\"aMS\",@progbits,1#"))) const char text[] = "mergeable";

char *bot_name = "section";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
