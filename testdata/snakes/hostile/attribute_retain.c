// expect: plays
// why: Sections with odd flags, all constant.

__attribute__((used, retain)) static const int kept = 5;
__attribute__((used, section(".rodata.counted"))) static const int counted = 6;

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
