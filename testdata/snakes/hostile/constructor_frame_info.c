// expect: refused S10
// message: .gcc_except_table
// why: A made-up exception table: sections are those that compilers make for C.

__attribute__((section(".gcc_except_table"), used)) static const char table[] = "not a table";

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
