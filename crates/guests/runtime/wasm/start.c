/* Tasks that the host does itself if bots are machine code: memory for the heap, and the end by `abort`. */
#include "resident.h"

enum { PAGE = 0x10000 };

int bout_reach(const unsigned char *end)
{
    uint64_t have = (uint64_t)__builtin_wasm_memory_size(0) * PAGE, wanted = (uintptr_t)end;
    if (wanted <= have) return 1;
    size_t pages = (size_t)((wanted - have + PAGE - 1) / PAGE);
    /* Ask for a quarter more, so that a heap that grows little by little is seldom moved. If that fails, ask only for
     * the memory that is needed. */
    size_t ahead = (size_t)(have / PAGE / 4);
    if (ahead > pages && __builtin_wasm_memory_grow(0, ahead) != SIZE_MAX) return 1;
    return __builtin_wasm_memory_grow(0, pages) != SIZE_MAX;
}

__attribute__((import_module("env"), import_name("abort"))) void bout_trap(void);

_Noreturn void bout_abort(void)
{
    bout_trap();
    __builtin_unreachable();
}
