/* The start of a bot's process. The host has confined the process and started this image. Here it maps its memory,
 * unmaps everything that the kernel gave it, sets its filter, and waits in the fork server. */
#include "resident.h"

enum { SYS_read = 0, SYS_mmap = 9, SYS_munmap = 11, SYS_madvise = 28, SYS_prctl = 157, SYS_arch_prctl = 158, SYS_exit_group = 231,
       SYS_write = 1, SYS_seccomp = 317, SYS_close = 3 };
enum { PROT_READ = 1, PROT_WRITE = 2, MAP_SHARED = 1, MAP_PRIVATE = 2, MAP_ANONYMOUS = 0x20, MAP_NORESERVE = 0x4000,
       MAP_FIXED_NOREPLACE = 0x100000, MADV_DONTFORK = 10 };
enum { PR_SET_TSC = 26, PR_TSC_SIGSEGV = 2, PR_SET_NO_NEW_PRIVS = 38, SECCOMP_SET_MODE_FILTER = 1 };
#define TASK_END 0x7ffffffff000

/* The files that the host passes to us. */
enum { CONFIG_FILE = 3, QUESTION_FILE = 4, ANSWER_FILE = 5 };

/* The content of CONFIG_FILE, which the host writes. */
struct config {
    uint64_t token;
    uint64_t reserved[30];
    uint64_t question_word;
    uint64_t entry;
    uint64_t stack_bytes, heap_bytes;
    uint64_t disable_clock;
    uint64_t filter_length;
    /* The number of zero bytes that are mapped at BOUT_CLEAN. */
    uint64_t clean_bytes;
    uint64_t filter[400];
};

struct program {
    unsigned short length;
    const void *filter;
};

_Noreturn void bout_fork_server(uint64_t entry);

static long call(long number, long a, long b, long c, long d, long e, long f) {
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

/* Reports a failure of our own. The host reads the step's number from the exit code. */
static _Noreturn void fail(int step) {
    for (;;) call(SYS_exit_group, 200 + step, 0, 0, 0, 0, 0);
}

static void map(int step, uintptr_t at, uint64_t bytes, int protection, int flags, int file) {
    long got = call(SYS_mmap, (long)at, (long)bytes, protection, flags | MAP_FIXED_NOREPLACE, file, 0);
    if (got != (long)at) fail(step);
}

/* Whether the upper halves of vector registers exist and may be used. */
static int has_upper_halves(void) {
    uint32_t a = 1, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    if (!(c >> 27 & 1) || !(c >> 28 & 1)) return 0;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return (a & 6) == 6;
}

/* A bot of our own, with which the host tests whether bots work on this machine. The right answer is known
 * (`crates/guests/src/c/prove.rs`). It depends on the question, and on anything that an earlier call has left in memory
 * and registers. */
int bout_probe(int (*board)[32], char player) {
    static volatile uint32_t left_in_memory;
    uint64_t left_in_registers = 0;
    int has_halves = has_upper_halves();
    if (has_halves) {
        __asm__ volatile("vextractf128 $1, %%ymm15, %%xmm14\n movq %%xmm14, %0" : "=r"(left_in_registers) : : "xmm14");
    }
    uint32_t sum = left_in_memory + 2 * (left_in_registers != 0);
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < 32; column++) sum = sum * 31 + (uint32_t)board[row][column];
    }
    left_in_memory = 1;
    if (has_halves) __asm__ volatile("vcmptrueps %%ymm15, %%ymm15, %%ymm15" : : : "xmm15");
    return (int)((sum * 31 + (uint32_t)player) & 0x7fffffff);
}

_Noreturn void bout_begin(void) {
    volatile struct config *config = (volatile struct config *)BOUT_SECRET;
    map(1, BOUT_SECRET, 0x1000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    if (call(SYS_madvise, BOUT_SECRET, 0x1000, MADV_DONTFORK, 0, 0, 0) != 0) fail(2);
    if (call(SYS_read, CONFIG_FILE, BOUT_SECRET, 0x1000, 0, 0, 0) < (long)sizeof(uint64_t) * 38) fail(3);
    map(4, BOUT_HEADER, 0x1000 * BOUT_QUESTION_PAGES, PROT_READ, MAP_SHARED, QUESTION_FILE);
    map(5, BOUT_ANSWER, 0x1000, PROT_READ | PROT_WRITE, MAP_SHARED, ANSWER_FILE);
    int memory = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    map(6, BOUT_HEAP_START, config->heap_bytes, PROT_READ | PROT_WRITE, memory, -1);
    map(7, BOUT_STACK_TOP - config->stack_bytes, config->stack_bytes, PROT_READ | PROT_WRITE, memory, -1);
    if (config->clean_bytes) map(11, BOUT_CLEAN, config->clean_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    for (int file = CONFIG_FILE; file <= ANSWER_FILE; file++) call(SYS_close, file, 0, 0, 0, 0, 0);
    if (config->disable_clock) call(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0, 0);
    if (call(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) != 0) fail(8);

    /* From here on nothing may touch the stack that the kernel made. It is unmapped, together with all memory above our
     * own stack (environment, auxiliary vector, vdso and its clock). */
    uint64_t entry = config->entry;
    __asm__ volatile(
        "mov %[top], %%rsp\n"
        "mov %[munmap], %%eax\n"
        "mov %[top], %%rdi\n"
        "mov %[above], %%rsi\n"
        "syscall\n"
        "test %%rax, %%rax\n"
        "jnz 2f\n"
        "mov %[seccomp], %%eax\n"
        "mov %[set_filter], %%edi\n"
        "xor %%esi, %%esi\n"
        "mov %[program], %%rdx\n"
        "syscall\n"
        "test %%rax, %%rax\n"
        "jnz 3f\n"
        "mov %[entry], %%rdi\n"
        "jmp bout_fork_server\n"
        "2: mov $209, %%edi\n"
        "jmp 4f\n"
        "3: mov $210, %%edi\n"
        "4: mov %[exit_group], %%eax\n"
        "syscall\n"
        "ud2\n"
        :
        : [top] "r"(BOUT_STACK_TOP), [above] "r"(TASK_END - BOUT_STACK_TOP), [munmap] "i"(SYS_munmap),
          [seccomp] "i"(SYS_seccomp), [set_filter] "i"(SECCOMP_SET_MODE_FILTER), [exit_group] "i"(SYS_exit_group),
          [program] "r"((uintptr_t)BOUT_SECRET + 0xfe0), [entry] "r"(entry)
        : "rax", "rdi", "rsi", "rdx", "rcx", "r11", "memory");
    __builtin_unreachable();
}
