/* `bout ask`: asks a bot one question, with the whole C library available. Reads the question as the game writes it
 * (the seed of `rand`, the player, 512 squares), and writes what `bot` returned to file 3. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

int main(void) {
    unsigned char question[8 + 1 + 512];
    if (fread(question, 1, sizeof question, stdin) != sizeof question) return 1;
    for (int byte = 7; byte >= 0; byte--) state = state << 8 | question[byte];
    int board[16][32];
    for (int square = 0; square < 512; square++) board[square / 32][square % 32] = question[9 + square];
    int32_t answer = bot(board, (char)question[8]);
    fflush(NULL);
    return write(3, &answer, sizeof answer) != sizeof answer;
}
