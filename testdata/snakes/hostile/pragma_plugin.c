// expect: plays
// why: Pragmas that no gcc knows are ignored.

#pragma GCC plugin "/tmp/evil.so"
#pragma comment(linker, "/export:evil")
#pragma comment(lib, "evil")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
