// expect: plays
// why: Stacked accents run over the lines above.

char *bot_name = "Z" "\xcc\x80\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86\xcc\x87\xcc\x88\xcc\x89\xcc\x8a" "algo";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
