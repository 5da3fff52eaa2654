// expect: refused S10
// message: bot
// line: 8
// why: `bot` returns int, not char (the upper bits would be whatever the register held).

char *bot_name = "wrong type";

char bot(int board[16][32], char player)
{
    return 'L';
}
