/* A bot with assembly, which none may have: it goes to an address of its board's choice, with numbers of its choice in the
 * registers. As O it says that it is there. It is linked without being looked at. */
#include <stdint.h>

const char *bot_name = "Jumps";

int bot(int board[16][32], char player) {
    /* The address; then rax, rdi, rsi, rdx and the stack's end, or 0 for the bot's own. */
    const uint64_t *numbers = (const uint64_t *)board;
    if (player == 'O') return 'L';
    __asm__ volatile(
        "mov 8(%[numbers]), %%rax\n mov 16(%[numbers]), %%rdi\n mov 24(%[numbers]), %%rsi\n mov 32(%[numbers]), %%rdx\n"
        "cmpq $0, 40(%[numbers])\n je 1f\n mov 40(%[numbers]), %%rsp\n 1: jmp *%[to]\n"
        :
        : [to] "r"(numbers[0]), [numbers] "r"(numbers)
        : "rax", "rdi", "rsi", "rdx", "memory");
    __builtin_unreachable();
}
