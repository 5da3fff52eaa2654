// expect: fault
// turn: 1
// why: A long jump to a made-up place, with a made-up stack.

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    void *volatile buffer[5] = {0};
    buffer[0] = (void *) board;
    buffer[1] = (void *) 0x1000;
    buffer[2] = (void *) board;
    __builtin_longjmp((void **) buffer, 1);
}
