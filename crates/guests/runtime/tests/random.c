/* Tests rand and srand. The expected numbers were computed in Python from the definition in the manual:
 *
 *     M = 2**64 - 1
 *     def rand():
 *         global s
 *         s = (s + 0x9E3779B97F4A7C15) & M
 *         z = ((s ^ (s >> 30)) * 0xBF58476D1CE4E5B9) & M
 *         z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M
 *         return (z ^ (z >> 31)) >> 33
 */
#include <stdlib.h>

#include "check.h"
#include "resident.h"

void bout_seed_rand(uint64_t seed);
void bout_reset_library(void);

static const int from_0[] = {1896895516, 926699317, 56766092, 2084953172, 228377781, 702926726, 373378399, 1656883613};
static const int from_1[] = {1216681718, 1601554128, 2085212535, 954254152, 954051180, 1638303231, 1884091958, 1123278215};
static const int from_unsigned[] = {970497489, 814752130, 1998939391, 159020891, 1535646808, 2108218371, 971116746, 1597174240};
static const int from_long[] = {180165635, 1790552397, 399006615, 1365904537, 10495604, 173943718, 1551773064, 1150855727};
static const int from_greatest[] = {1919727803, 1959787571, 471333926, 915331510, 1515201431, 1770968798, 2024248956, 539939356};

static void check(const int *expected)
{
    for (int i = 0; i < 8; i++) CHECK(rand() == expected[i]);
}

int main(void)
{
    uint64_t *seed_of_call = (uint64_t *)&bout_header->rand_seed;
    CHECK(RAND_MAX == 2147483647);
    *seed_of_call = 0x0123456789abcdef;
    check(from_long);
    *seed_of_call = 0;
    bout_reset_library();
    check(from_0);
    bout_seed_rand(0x0123456789abcdef);
    check(from_long);
    bout_seed_rand(UINT64_MAX);
    check(from_greatest);
    srand(1);
    check(from_1);
    srand(4294967295);
    check(from_unsigned);
    *seed_of_call = UINT64_MAX;
    bout_reset_library();
    check(from_greatest);
    *seed_of_call = 1;
    bout_reset_library();
    srand(0);
    check(from_0);
    for (int i = 0; i < 100000; i++) CHECK(rand() >= 0);
    return result();
}
