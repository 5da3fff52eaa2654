// expect: plays
// why: Wide texts as constants.

#include <stdlib.h>
#include <wchar.h>
#include <uchar.h>
static const wchar_t wide[] = L"wide ü";
static const char16_t utf16[] = u"ü";
static const char32_t utf32[] = U"🐍";

char *bot_name = "wide_characters";

int bot(int board[16][32], char player)
{
    volatile int i = 5;
    if (wide[i] != 0xfc || utf16[i - 5] != 0xfc || utf32[i - 5] != 0x1f40d)
        abort();
    return player == 'X' ? 'R' : 'L';
}
