// expect: plays
// or: refused S10
// why: A pragma asks for a plugin: gcc ignores it, with a warning.
// unclear: gcc may call a bad option an error

#pragma GCC optimize("plugin=/tmp/evil.so", "-fplugin=/tmp/evil.so", "B/tmp")

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
