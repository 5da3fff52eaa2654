// expect: plays
// why: Atomic operations of all sizes on locals, of which some are exchanges and some are loops.

#include <stdatomic.h>
#include <stdlib.h>

char *bot_name = "atomics_of_every_size";

int bot(int board[16][32], char player)
{
    _Atomic char a = 1;
    _Atomic short b = 2;
    atomic_int c = 3;
    atomic_long d = 4;
    atomic_flag flag = ATOMIC_FLAG_INIT;
    a = 5;
    b *= 3;
    long before = atomic_exchange(&d, board[0][0]);
    if (atomic_fetch_xor(&c, 1) != 3 || atomic_flag_test_and_set(&flag))
        abort();
    if (a != 5 || b != 6 || c != 2 || before != 4 || d != board[0][0] || !atomic_flag_test_and_set(&flag))
        abort();
    return player == 'X' ? 'R' : 'L';
}
