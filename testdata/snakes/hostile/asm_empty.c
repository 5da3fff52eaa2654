// expect: refused S14
// message: asm
// line: 10
// why: Assembly, if only an empty piece.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    asm("");
    return player == 'X' ? 'R' : 'L';
}
