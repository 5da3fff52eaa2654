// expect: plays
// or: refused S10
// or: refused S14
// why: Headers of the system that are not standard C; nothing of them is used.
// unclear: S11 allows "other standard headers", S14 "standard headers only"; these are neither clearly in nor out

#include <bits/types/FILE.h>
#include <sys/mman.h>
#include <dlfcn.h>
#include <linux/seccomp.h>

char *bot_name = "hostile";

int bot(int board[16][32], char player)
{
    return player == 'X' ? 'R' : 'L';
}
