// expect: refused S10
// why: Macro arguments doubled 40 times.

#define M(...) __VA_ARGS__ __VA_ARGS__
const int numbers[] = {M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(M(1,))))))))))))))))))))))))))))))))))))))))};

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
