// expect: refused S10
// or: refused S14
// or: plays
// absent: VISIBLE-FROM-THE-COMPILER
// why: __has_include tells whether a file is there: it is not, for the compiler (then this plays), or may not be opened.

#if __has_include("/etc/passwd") || __has_include("/root") || __has_include("/proc/self/environ")
#error VISIBLE-FROM-THE-COMPILER
#endif

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
