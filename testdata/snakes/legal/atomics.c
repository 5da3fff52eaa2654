// expect: plays
// why: Atomic operations on locals need no library.

#include <stdlib.h>
#include <stdatomic.h>

char *bot_name = "atomics";

int bot(int board[16][32], char player)
{
    atomic_int x = 1;
    atomic_fetch_add(&x, 2);
    int expected = 3;
    _Bool swapped = atomic_compare_exchange_strong(&x, &expected, 9);
    atomic_thread_fence(memory_order_seq_cst);
    if (!swapped || x != 9)
        abort();
    return player == 'X' ? 'R' : 'L';
}
