// expect: plays
// why: A made-up exception table: a host that never unwinds must not care.

__attribute__((section(".gcc_except_table"), used)) static const char table[] = "not a table";

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
