// expect: refused S10
// or: plays
// message: bot
// why: A pragma gives the function another name in the object, so the object has no `bot`.
// unclear: gcc ignores the pragma (with a warning) when a prototype came first; then `bot` is there and it plays

#pragma redefine_extname bot robot
char *bot_name = "extname";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
