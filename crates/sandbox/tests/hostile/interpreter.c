/* A hostile interpreter: what a snippet can do that has got hold of the processor. The first byte of a request says what
 * it does, the rest is for that. It knows the agent as `agent.h` has it. */
#include <cpuid.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define AGENT_CODE 0x10000000000ul
#define AGENT_MEMORY 0x10000100000ul
#define AGENT_MEMORY_BYTES 0x60000
#define AGENT_FIXED_BYTES 0x20000
#define AGENT_MAIL 0x11000000000ul
#define AGENT_CLEAN 0x13000000000ul
#define ANSWER_OFFSET 0x30000
#define REQUEST_OFFSET 0x200000

enum { WAKE, WAIT, HEAP, FS, WAKE_BYTE, WRITE };
/* Flags of the processor. */
enum { ARITHMETIC = 0x8d5, STEP = 0x100, DIRECTION = 0x400, NESTED = 0x4000, ALIGNMENT = 0x40000, IDENTIFICATION = 0x200000 };

static uint8_t *const mail = (uint8_t *)AGENT_MAIL;
static size_t mail_bytes;
static uint8_t reply[0x10000];
static size_t reply_bytes;
/* Where the kernel has put its clock, or 0. */
static uint64_t vdso;
/* Memory that a run leaves something in. */
static volatile uint64_t left;
static uint8_t state[0x8000] __attribute__((aligned(64)));

static long ask(long number, long a, long b, long c, long d) {
    long result;
    register long r10 __asm__("r10") = d;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10) : "rcx", "r11", "memory");
    return result;
}

/* The address after one of the agent's system calls. */
static uint64_t site(int nth) { return ((const uint64_t *)(AGENT_CODE + 16))[nth]; }

static void put(const void *bytes, size_t count) {
    if (reply_bytes + count > sizeof reply - 4) abort();
    memcpy(reply + 4 + reply_bytes, bytes, count);
    reply_bytes += count;
}

static void put_number(uint64_t number) { put(&number, sizeof number); }

static void answer_of(uint32_t length) {
    memcpy(reply, &length, 4);
    ask(SYS_pwrite64, 4, (long)reply, (long)(4 + reply_bytes), ANSWER_OFFSET);
}

static void answer(void) { answer_of((uint32_t)reply_bytes); }

/* Goes to the agent's instruction that wakes the host, with these flags. */
static void wake(uint64_t flags) {
    __asm__ volatile(
        "mov %%rsp, %%r12\n mov %%ss, %%r13\n push %%r13\n push %%r12\n push %[flags]\n mov %%cs, %%r13\n push %%r13\n push %[to]\n iretq\n"
        :
        : "a"(SYS_write), "D"(1l), "S"(site(WAKE_BYTE)), "d"(1l), [flags] "r"(flags), [to] "r"(site(WAKE) - 2)
        : "r12", "r13", "memory");
    __builtin_unreachable();
}

/* Makes a page writable, by the instruction that the agent has for it. */
static long let_write(uint64_t page) {
    long result;
    __asm__ volatile("call *%[to]\n" : "=a"(result) : "a"(SYS_mprotect), "D"(page), "S"(4096l), "d"(3l), [to] "r"(site(WRITE) - 2) : "rcx", "r11", "memory");
    return result;
}

static int has_bases(void) { return (getauxval(AT_HWCAP2) & 2) != 0; }

/* The components that the kernel has enabled; 0 where there is no XSAVE, and all is x87 and SSE. */
static uint64_t components(void) {
    uint32_t a, b, c, d, low, high;
    __cpuid(1, a, b, c, d);
    if (!(c >> 27 & 1)) return 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    __cpuid_count(13, 0, a, b, c, d);
    if (b > sizeof state) abort();
    return (uint64_t)high << 32 | low;
}

static void save(uint64_t which) {
    if (!which) __asm__ volatile("fxsave64 %0" : "=m"(state));
    else __asm__ volatile("xsave64 %0" : "+m"(state) : "a"((uint32_t)which), "d"((uint32_t)(which >> 32)));
}

static void restore(uint64_t which) {
    if (!which) __asm__ volatile("fxrstor64 %0" : : "m"(state));
    else __asm__ volatile("xrstor64 %0" : : "m"(state), "a"((uint32_t)which), "d"((uint32_t)(which >> 32)));
}

/* Which registers a run looks at or spoils. */
enum { NUMBERS = 1, BASE = 2, SELECTORS = 4, FLAGS = 8, ONLY_SSE = 16 };

/* The processor's own state, but for its plain registers. */
static void see_registers(uint64_t which) {
    uint64_t flags, base = 0, selector;
    save(components() & (which & ONLY_SSE ? 3 : ~0ull));
    __asm__ volatile("pushfq\n pop %0" : "=r"(flags));
    put_number(flags & ~(uint64_t)ARITHMETIC);
    if (has_bases()) __asm__ volatile("rdgsbase %0" : "=r"(base));
    put_number(base);
    __asm__ volatile("mov %%ds, %0" : "=r"(selector));
    put_number(selector & 0xffff);
    __asm__ volatile("mov %%es, %0" : "=r"(selector));
    put_number(selector & 0xffff);
    __asm__ volatile("mov %%fs, %0" : "=r"(selector));
    put_number(selector & 0xffff);
    __asm__ volatile("mov %%gs, %0" : "=r"(selector));
    put_number(selector & 0xffff);
    /* What the header says of what is in use is the processor's own affair. */
    put(state, 512);
    put(state + 576, sizeof state - 576);
}

/* The memory that is left of a run, if anything is. */
static void see_memory(void) {
    uint64_t sum = 0;
    put_number(left);
    put_number((uint64_t)ask(SYS_brk, 0, 0, 0, 0));
    for (size_t at = AGENT_FIXED_BYTES; at < AGENT_MEMORY_BYTES; at += 8) sum = 31 * sum + *(volatile uint64_t *)(AGENT_MEMORY + at);
    put_number(sum);
    sum = 0;
    for (size_t at = REQUEST_OFFSET + 256; at < mail_bytes; at += 8) sum = 31 * sum + *(volatile uint64_t *)(mail + at);
    put_number(sum);
}

/* Contents for a component that the processor takes, and that are not the initial ones. */
static void spoil_component(uint32_t nth, uint8_t *at, uint32_t bytes) {
    enum { KEYS = 9, TILE_SHAPES = 17 };
    memset(at, nth == KEYS || nth == TILE_SHAPES ? 0 : 0x5a, bytes);
    /* Nobody may use the pages of the last key, and there are none. */
    if (nth == KEYS) at[3] = 0xc0;
    /* The palette with eight tiles, and in each 8 rows of 16 bytes. */
    if (nth == TILE_SHAPES) {
        at[0] = 1;
        for (int tile = 0; tile < 8; tile++) {
            at[16 + 2 * tile] = 16;
            at[48 + tile] = 8;
        }
    }
}

/* Every register that is not for plain numbers gets another value. */
static void spoil_registers(uint64_t which) {
    uint64_t all = components() & (which & ONLY_SSE ? 3 : ~(1ull << 62));
    save(all);
    if (which & NUMBERS) {
        uint32_t bytes, at, unused[2];
        memset(state, 0x5a, 24);
        memset(state + 32, 0x5a, 384);
        for (uint32_t nth = 2; nth < 62; nth++) {
            if (!(all >> nth & 1)) continue;
            __cpuid_count(13, nth, bytes, at, unused[0], unused[1]);
            spoil_component(nth, state + at, bytes);
        }
        memcpy(state + 24, &(uint32_t){0xff80}, 4);
        if (all) memcpy(state + 512, &all, 8);
    }
    answer();
    if (which & BASE && has_bases()) __asm__ volatile("wrgsbase %0" : : "r"(0x123456ul));
    if (which & SELECTORS) __asm__ volatile("mov %0, %%ds\n mov %0, %%es\n mov %0, %%gs" : : "r"(0x2b));
    restore(all);
    wake(which & FLAGS ? 0x202 | DIRECTION | NESTED | ALIGNMENT | IDENTIFICATION : 0x202);
}

/* Nothing may be read or written any more by the keys of pages, if there are any. */
static void lock_pages(uint32_t rights) {
    uint32_t a, b, c = 0, d;
    __cpuid_count(7, 0, a, b, c, d);
    answer();
    if (!(c & 16)) wake(0x202);
    __asm__ volatile("wrpkru\n mov %[write], %%eax\n mov $1, %%edx\n jmp *%[to]\n"
                     :
                     : "a"(rights), "c"(0), "d"(0), [write] "i"(SYS_write), "D"(1l), "S"(site(WAKE_BYTE)), [to] "r"(site(WAKE) - 2)
                     : "memory");
}

/* Goes anywhere into the agent, with these numbers in the registers. */
static void jump(uint64_t offset, const uint64_t *numbers) {
    __asm__ volatile(
        "mov %[to], %%r15\n mov %[numbers], %%r14\n"
        "mov 0(%%r14), %%rax\n mov 8(%%r14), %%rbx\n mov 16(%%r14), %%rcx\n mov 24(%%r14), %%rdx\n mov 32(%%r14), %%rsi\n"
        "mov 40(%%r14), %%rdi\n mov 48(%%r14), %%rbp\n mov 56(%%r14), %%r8\n mov 64(%%r14), %%r9\n mov 72(%%r14), %%r10\n"
        "mov 80(%%r14), %%r11\n mov 88(%%r14), %%r12\n mov 96(%%r14), %%r13\n cmpq $0, 104(%%r14)\n je 1f\n"
        "mov 104(%%r14), %%rsp\n 1: jmp *%%r15\n"
        :
        : [to] "r"(AGENT_CODE + offset), [numbers] "r"(numbers)
        : "memory");
    __builtin_unreachable();
}

/* Every system call by its number, and those that run to a later one by every way there is. */
static void ask_everything(void) {
    for (long number = 0; number < 600; number++) {
        if (number == SYS_exit_group || number == SYS_rt_sigreturn) continue;
        /* `uretprobe` and `uprobe`: kernels since 6.14 let nobody filter them, and kill whoever calls them on his own. */
        if (number == 335 || number == 336) continue;
        for (int way = 0; way < 3; way++) {
            static const long arguments[3][3] = {{1, AGENT_MAIL + REQUEST_OFFSET, 1}, {0, 0, 0}, {-1, -1, -1}};
            /* The end of the heap is looked at by itself. */
            if (number == SYS_brk) continue;
            long got = ask(number, arguments[way][0], arguments[way][1], arguments[way][2], 0);
            if (got == -38) continue;
            put_number((uint64_t)number);
            put_number((uint64_t)got);
        }
    }
}

/* The time, in every way that needs no system call. */
static void see_time(uint64_t way) {
    uint32_t low = 0, high = 0, unused;
    switch (way) {
    case 0: __asm__ volatile("rdtsc" : "=a"(low), "=d"(high)); break;
    case 1: __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(unused)); break;
    case 2: low = *(volatile uint32_t *)vdso; break;
    default: low = *(volatile uint32_t *)(vdso - 4096 * (way - 2)); break;
    }
    put_number((uint64_t)high << 32 | low);
}

/* The three calls of the page that old programs ask for the time. */
static void ask_old_page(uint64_t way) {
    uint64_t about[2] = {0, 0};
    put_number((uint64_t)((long (*)(void *, void *))(0xffffffffff600000ul + 0x400 * way))(about, NULL));
    put_number(about[0]);
}

/* Writes what it likes where an answer goes, as often as it likes, and ends as it likes. */
static void say_anything(uint64_t noise) {
    for (int nth = 0; nth < 4; nth++) {
        for (size_t at = 0; at < sizeof reply; at++) {
            noise = noise * 6364136223846793005u + 1442695040888963407u;
            reply[at] = (uint8_t)(noise >> 56);
        }
        /* A length that may be one, as often as not. */
        if (noise >> 40 & 1) reply[2] = reply[3] = 0;
        /* Where nothing may be written, it is refused. */
        ask(SYS_pwrite64, 4, (long)reply, (long)(noise >> 20 & 0xffff), noise >> 38 & 1 ? ANSWER_OFFSET : (long)(noise >> 30));
        if (noise >> 44 & 1) break;
    }
    switch (noise >> 52 & 7) {
    case 0: ask(SYS_exit_group, (long)(noise >> 32 & 0xff), 0, 0, 0); break;
    case 1: wake(0x202); break;
    case 2: ((void (*)(void))AGENT_CODE)(); break;
    case 3: *(volatile uint8_t *)(noise >> 20) = 1; break;
    case 4: ask((long)(noise & 0x1ff), (long)reply, 1, 1, 1); break;
    case 5: abort(); break;
    default: break;
    }
    ((void (*)(void))AGENT_CODE)();
}

static void go(uint8_t command, uint64_t number, const uint64_t *numbers) {
    switch (command) {
    case 'v': see_registers(number); see_memory(); break;
    case '?': say_anything(number); break;
    case 'c': see_time(number); break;
    case 'C': ask_old_page(number); break;
    case 'e': put_number(number); break;
    case 'm': left = number; *(volatile uint64_t *)(AGENT_MEMORY + AGENT_MEMORY_BYTES - 4096 + number % 4096 / 8 * 8) = ~0ul; break;
    case 'M': memset((void *)(AGENT_MEMORY + AGENT_FIXED_BYTES), 0x5a, AGENT_MEMORY_BYTES - AGENT_FIXED_BYTES); break;
    case 'F': *(volatile uint64_t *)(AGENT_MEMORY + number) = 0; break;
    case 'r': spoil_registers(number); break;
    case 'z': for (uint64_t at = 0; at < number; at += 8) put_number(*(volatile uint64_t *)(AGENT_CLEAN + at)); break;
    case 'k': lock_pages((uint32_t)number); break;
    case 't': put_number(number); answer(); wake(0x202 | STEP); break;
    case 'T': answer_of((uint32_t)number); wake(0x202 | STEP); break;
    case 'l': answer_of((uint32_t)number); ((void (*)(void))AGENT_CODE)(); break;
    case 'w': ask(SYS_pwrite64, 4, (long)mail + REQUEST_OFFSET, (long)number, ANSWER_OFFSET); break;
    case 'W': ask(SYS_pwrite64, 4, 0x400000, (long)number, ANSWER_OFFSET); break;
    case 'N': ask(SYS_pwrite64, 4, AGENT_MEMORY + 0x40000, (long)number, 0x10000); break;
    case 'i': put_number(*(volatile uint64_t *)(mail + number)); break;
    case 'o': put_number((uint64_t)let_write(number)); *(volatile uint8_t *)number = 1; put("written", 7); break;
    case 'a': ask_everything(); break;
    case 'b': put_number((uint64_t)ask(SYS_brk, (long)(number + (uint64_t)ask(SYS_brk, 0, 0, 0, 0)), 0, 0, 0)); break;
    case 's': { volatile uint8_t *far = __builtin_alloca(number); far[0] = 1; put_number(number); break; }
    case 'x': ask(SYS_exit_group, (long)number, 0, 0, 0); break;
    case 'X': put_number(number); answer(); ask(SYS_exit_group, (long)number, 0, 0, 0); break;
    case 'j': put_number(number); if (numbers[14]) answer(); jump(number, numbers); break;
    case 'h': for (;;) __asm__ volatile("");
    case '3': __asm__ volatile("int $0x80" : : "a"(1), "b"(0)); break;
    }
}

int main(int count, char **arguments) {
    if (count < 2) return 1;
    mail_bytes = strtoull(arguments[1], NULL, 10);
    /* Tiles are for those who ask (ARCH_REQ_XCOMP_PERM); where there are none, the kernel says no. */
    ask(SYS_arch_prctl, 0x1023, 18, 0, 0);
    vdso = getauxval(AT_SYSINFO_EHDR);
    mmap((void *)AGENT_CODE, 0x4000, PROT_READ | PROT_EXEC, MAP_FIXED | MAP_PRIVATE, 3, 0);
    mmap((void *)AGENT_MEMORY, AGENT_MEMORY_BYTES, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mmap(mail, mail_bytes, PROT_READ, MAP_FIXED | MAP_SHARED, 4, 0);
    ((void (*)(void))AGENT_CODE)();
    uint64_t numbers[16];
    const uint8_t *request = mail + REQUEST_OFFSET + 4;
    memcpy(numbers, request + 1, sizeof numbers);
    go(request[0], numbers[0], numbers + 1);
    answer();
    ((void (*)(void))AGENT_CODE)();
    return 2;
}
