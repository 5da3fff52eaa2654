// expect: refused S10
// or: refused S14
// or: plays
// why: A pragma that loads a precompiled header, which is a memory image.
// unclear: gcc 12 calls it an error here; a compiler that ignores it would let it play

#pragma GCC pch_preprocess "/tmp/evil.gch"

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
