/* `bout ask`: asks a bot one question, with the whole C library available. Reads the question as the game writes it
 * (the seed of `rand`, the player, 512 squares), and writes what `bot` returned and the processor time that it used to
 * file 3. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

int bot(int board[16][32], char player);

/* `rand` gives the numbers of a match, not those of this machine's library (S11). */
static uint64_t state;

int rand(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return (int)(z >> 33);
}

void srand(unsigned seed) {
    state = seed;
}

/* The linker replaces `abort` by this function (`--wrap`), because the sandbox lets no process send signals, and the
 * library's own `abort` would then end in SIGSEGV. */
_Noreturn void __wrap_abort(void) {
    _exit(128 + 6);
}

static int64_t processor_time_ns(void) {
    struct timespec now;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)) return 0;
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

int main(void) {
    unsigned char question[8 + 1 + 512];
    if (fread(question, 1, sizeof question, stdin) != sizeof question) return 1;
    for (int byte = 7; byte >= 0; byte--) state = state << 8 | question[byte];
    /* As in a match, the bot cannot write to the board (S9). */
    int (*board)[32] = mmap(NULL, 16 * sizeof *board, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (board == MAP_FAILED) return 1;
    for (int square = 0; square < 512; square++) board[square / 32][square % 32] = question[9 + square];
    if (mprotect(board, 16 * sizeof *board, PROT_READ)) return 1;
    /* What the bot prints before it crashes must not be lost in a buffer. */
    setvbuf(stdout, NULL, _IONBF, 0);
    int64_t start_ns = processor_time_ns();
    struct {
        int64_t answer, used_ns;
    } reply = {bot(board, (char)question[8]), 0};
    reply.used_ns = processor_time_ns() - start_ns;
    fflush(NULL);
    return write(3, &reply, sizeof reply) != sizeof reply;
}
