// expect: plays
// why: A name that a spreadsheet would run, with commas and quotes.

char *bot_name = "=cmd|\x27 /C calc\x27!A0,\"x\",\"y\"";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
