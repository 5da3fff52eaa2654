/* The agent's code besides its entry: it takes the snapshot, forks, and restores memory.
 *
 * There is no C library here, and nothing that needs one. */
#include "agent.h"

#include <stdint.h>

typedef uint8_t u8;
typedef uint64_t u64;
typedef int64_t i64;

#define MAX_AREAS 64
#define MAX_HOT 1024
#define MAX_CLOCKS 8
#define MAX_TEXTS 8
#define PAGE AGENT_PAGE
#define LARGE_PAGE 0x200000

struct range {
    u64 start, end;
};

/* A range, and the access that runs have to it. */
struct area {
    u64 start, end, access;
};

struct filter {
    u64 length;
    struct {
        uint16_t code;
        u8 jt, jf;
        uint32_t k;
    } instruction[512];
};

/* The host's orders, which it gives before the first fork, at the beginning of the mail. */
struct orders {
    u64 has_fsgsbase;
    /* The limit of a child's own processor time in whole seconds. It is a safety net: the host measures more precisely. */
    u64 seconds;
    /* The address from which the processor's registers are restored, or 0; and the number of zero bytes to map for it. */
    u64 clean, clean_bytes;
    /* Whether every run gets a child of its own. Then the agent restores nothing, and the host learns which pages runs
     * use. */
    u64 only_forks;
    /* The mappings in which the kernel shows every process the time. */
    u64 clocks;
    struct range clock[MAX_CLOCKS];
    /* Code and constants of files that nothing has written to. Each range lies in the range of one large page in which
     * nothing else is mapped. */
    u64 texts;
    struct range text[MAX_TEXTS];
    /* The areas in which the host learns what runs use: memory that runs write to and, if every run gets a child of its
     * own, mapped files that nothing has written to. */
    u64 areas;
    struct area area[MAX_AREAS];
    /* The pages of the areas that runs use, in order. Workers can only read all other pages. */
    u64 hots;
    struct range hot[MAX_HOT];
    /* The filter of a child for one run; and the filter of workers or of the parent of all runs. */
    struct filter filter[2];
};

/* Data that children can only read. */
struct fixed {
    u64 mode, stack, fs, has_fsgsbase, mxcsr, end_of_heap, clean;
    /* The soft and hard limits of a child's processor time in whole seconds. */
    u64 limit[2];
    u64 only_forks;
    u64 areas;
    struct area area[MAX_AREAS];
    u64 hots;
    struct range hot[MAX_HOT];
    /* The address of each hot range in the snapshot. */
    u64 saved[MAX_HOT];
    /* Copies of the filters, because nothing may change them once foreign code has run, and the orders lie in shared
     * memory. */
    struct filter filter[2];
};

#define ORDERS ((const struct orders *)AGENT_MAIL)
#define FIXED ((struct fixed *)AGENT_MEMORY)
/* The offset in the mail at which a child says which pages it has used, one byte per page. */
#define USED_OFFSET 0x10000
#define MAX_PAGES 0x10000

_Static_assert(sizeof(struct orders) <= USED_OFFSET, "the orders have room");
_Static_assert(sizeof(struct fixed) <= AGENT_FIXED_BYTES, "the fixed part has room");

enum {
    SYS_read = 0, SYS_write = 1, SYS_close = 3, SYS_mmap = 9, SYS_mprotect = 10, SYS_mremap = 25, SYS_munmap = 11, SYS_brk = 12, SYS_rt_sigaction = 13, SYS_pwrite64 = 18, SYS_madvise = 28, SYS_clone = 56,
    SYS_sigaltstack = 131, SYS_wait4 = 61, SYS_prctl = 157, SYS_arch_prctl = 158, SYS_exit_group = 231, SYS_prlimit64 = 302,
    SYS_seccomp = 317,
};

/* Ways of using a page. */
enum { NO_ACCESS = 0, READ = 1, READ_AND_WRITE = 3, READ_AND_EXECUTE = 5 };

/* In agent.S. */
void agent_let_use(u64 page, u64 access);
void agent_after_signal(void);
_Noreturn void agent_fork_server(void);

static inline i64 call6(i64 number, u64 a, u64 b, u64 c, u64 d, u64 e, u64 f) {
    i64 result;
    register u64 r10 __asm__("r10") = d;
    register u64 r8 __asm__("r8") = e;
    register u64 r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#define call(number, a, b, c) call6(number, (u64)(a), (u64)(b), (u64)(c), 0, 0, 0)

_Noreturn static void leave(u64 code) {
    for (;;) call(SYS_exit_group, code, 0, 0);
}

/* Reports a failure of our own. The host names the step. */
static void must(i64 result, u64 step) {
    if (result < 0) leave(200 + step);
}

static inline void copy(u64 to, u64 from, u64 bytes) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

static void note_areas(void) {
    FIXED->areas = ORDERS->areas;
    if (FIXED->areas > MAX_AREAS) leave(203);
    for (u64 i = 0; i < FIXED->areas; i++) FIXED->area[i] = ORDERS->area[i];
}

/* Copies all areas into memory that becomes read-only afterwards. */
static void take_snapshot(void) {
    u64 bytes = 0;
    for (u64 i = 0; i < FIXED->areas; i++) bytes += FIXED->area[i].end - FIXED->area[i].start;
    bytes = (bytes + LARGE_PAGE - 1) & -(u64)LARGE_PAGE;
    must(call6(SYS_mmap, AGENT_SNAPSHOT, bytes, 3, 0x22 | 0x100000, -1ull, 0), 4);
    /* The processor looks up large pages faster. If there are none, small pages suffice. */
    call(SYS_madvise, AGENT_SNAPSHOT, bytes, 14);
    u64 to = AGENT_SNAPSHOT;
    for (u64 i = 0; i < FIXED->areas; i++) {
        u64 size = FIXED->area[i].end - FIXED->area[i].start;
        copy(to, FIXED->area[i].start, size);
        to += size;
    }
    must(call(SYS_mprotect, AGENT_SNAPSHOT, bytes, 1), 5);
}

/* The address in the snapshot of the copy of an address; 0 if the address lies in no area. */
static u64 saved(u64 address) {
    u64 at = AGENT_SNAPSHOT;
    for (u64 i = 0; i < FIXED->areas; i++) {
        struct area area = FIXED->area[i];
        if (address >= area.start && address < area.end) return at + (address - area.start);
        at += area.end - area.start;
    }
    return 0;
}

static void protect_areas(u64 access) {
    for (u64 i = 0; i < FIXED->areas; i++) {
        must(call(SYS_mprotect, FIXED->area[i].start, FIXED->area[i].end - FIXED->area[i].start, access), 7);
    }
}

/* The signal handler of a learning run, which has used a page for the first time. */
static void used(int signal, const char *about, void *context) {
    u64 address = *(const u64 *)(about + 16), page = 0;
    (void)signal;
    (void)context;
    for (u64 i = 0; i < FIXED->areas; i++) {
        struct area area = FIXED->area[i];
        if (address >= area.start && address < area.end) {
            page += (address - area.start) / PAGE;
            /* This page was used before. So this access is of another kind, which is forbidden. */
            if (page >= MAX_PAGES || ((u8 *)AGENT_USED)[page]) break;
            ((u8 *)AGENT_USED)[page] = 1;
            agent_let_use(address & -(u64)PAGE, area.access);
            return;
        }
        page += (area.end - area.start) / PAGE;
    }
    /* The access would have killed it anyway: a signal inside its own handler is fatal. */
    *(volatile u8 *)0 = 0;
}

/* Makes this process note every page that its run uses. */
static void become_learning_child(void) {
    struct {
        void (*handler)(int, const char *, void *);
        u64 flags;
        void (*restorer)(void);
        u64 mask;
    } action = {used, 0x4 | 0x08000000 | 0x04000000, agent_after_signal, 0};
    struct {
        u64 start;
        int flags;
        u64 bytes;
    } stack = {AGENT_SIGNAL_STACK, 0, AGENT_SIGNAL_STACK_BYTES};
    must(call(SYS_sigaltstack, &stack, 0, 0), 14);
    must(call6(SYS_rt_sigaction, 11, (u64)&action, 0, 8, 0, 0), 15);
    protect_areas(FIXED->only_forks ? NO_ACCESS : READ);
    /* When the stack grows, new pages get the access of its last page. */
    for (u64 i = 0; i < FIXED->areas; i++) {
        struct area area = FIXED->area[i];
        if (FIXED->stack >= area.start && FIXED->stack < area.end) must(call(SYS_mprotect, area.start, PAGE, 3), 16);
    }
}

/* Makes this process a worker, which can write only to memory that it restores before every run. */
static void become_worker(void) {
    FIXED->hots = ORDERS->hots;
    if (FIXED->hots > MAX_HOT) leave(206);
    protect_areas(READ);
    for (u64 i = 0; i < FIXED->hots; i++) {
        struct range hot = ORDERS->hot[i];
        u64 from = saved(hot.start);
        if (hot.start >= hot.end || !from || saved(hot.end - 1) != from + (hot.end - 1 - hot.start)) leave(208);
        FIXED->hot[i] = hot;
        FIXED->saved[i] = from;
        must(call(SYS_mprotect, hot.start, hot.end - hot.start, 3), 9);
    }
    must(call(SYS_mprotect, AGENT_MEMORY + AGENT_FIXED_BYTES, AGENT_OWN - AGENT_MEMORY - AGENT_FIXED_BYTES, 1), 17);
}

/* Sets the filter. From here on this process and its children can make almost no system calls. */
static void shut(u64 mode, const struct filter *filter) {
    struct {
        uint16_t length;
        const void *instructions;
    } program = {(uint16_t)filter->length, filter->instruction};
    FIXED->mode = mode;
    must(call(SYS_munmap, AGENT_MAIL, AGENT_REQUEST_OFFSET, 0), 18);
    must(call(SYS_mprotect, AGENT_MEMORY, AGENT_FIXED_BYTES, 1), 12);
    must(call(SYS_seccomp, 1, 0, &program), 13);
}

/* Prepares a child for its first run. */
static void become_child(u64 mode) {
    int is_worker = mode == 'W';
    must(call(SYS_prctl, 1, 9, 0), 10);
    must(call6(SYS_prlimit64, 0, 0, (u64)FIXED->limit, 0, 0, 0), 11);
    if (is_worker) become_worker();
    if (mode == 'L') become_learning_child();
    shut(mode, &FIXED->filter[is_worker]);
}

/* Makes the pages that runs use private pages of this process, and makes all others pages of mapped files. A fork
 * copies the page table entries of all private pages, even if the run uses few of them. It does not copy the entries of
 * file pages: the child has to look those up, and the kernel then maps the pages around them, too. So each page becomes
 * the kind that costs least. Constants become executable, which gives a run no advantage: the filter fixes the system
 * calls that it may make. */
static void take_hot(void) {
    enum { MADV_DONTNEED = 4, MAP_SHARED_AND_FIXED = 0x11, MAP_PRIVATE_AND_FIXED = 0x12, IMAGE = 5 };
    u64 at = 0;
    for (u64 i = 0; i < FIXED->areas; i++) {
        struct area area = FIXED->area[i];
        u64 bytes = area.end - area.start;
        if (area.access == READ_AND_EXECUTE) {
            must(call(SYS_mprotect, area.start, bytes, READ_AND_WRITE), 28);
            /* Drop the pages that have been looked up so far, so that forks do not copy their entries. */
            must(call(SYS_madvise, area.start, bytes, MADV_DONTNEED), 29);
        } else {
            must(call6(SYS_mmap, AGENT_COPY, bytes, READ_AND_WRITE, MAP_SHARED_AND_FIXED, IMAGE, at), 30);
            copy(AGENT_COPY, area.start, bytes);
            must(call(SYS_munmap, AGENT_COPY, bytes, 0), 31);
            must(call6(SYS_mmap, area.start, bytes, READ_AND_WRITE, MAP_PRIVATE_AND_FIXED, IMAGE, at), 32);
            at += bytes;
        }
        for (u64 j = 0; j < ORDERS->hots; j++) {
            struct range hot = ORDERS->hot[j];
            if (hot.start < area.start || hot.end > area.end) continue;
            /* A first access that writes gets this page alone, without the pages around it. */
            for (u64 page = hot.start; page < hot.end; page += PAGE) __atomic_fetch_or((u8 *)page, 0, __ATOMIC_RELAXED);
        }
        must(call(SYS_mprotect, area.start, bytes, area.access), 33);
    }
    must(call(SYS_close, IMAGE, 0, 0), 34);
}

/* Replaces code and constants by a copy in one large page. Then a fork copies one entry for all of them, and the
 * processor looks up one entry. If there are no large pages, everything stays as it is. */
static void enlarge(struct range text) {
    enum { MADV_COLLAPSE = 25, MREMAP_MAYMOVE_AND_FIXED = 3 };
    u64 start = text.start & -(u64)LARGE_PAGE;
    if (text.start >= text.end || text.end > start + LARGE_PAGE) leave(225);
    if (call6(SYS_mmap, AGENT_COPY, LARGE_PAGE, 3, 0x22 | 0x100000, -1ull, 0) < 0) return;
    copy(AGENT_COPY + (text.start - start), text.start, text.end - text.start);
    if (call(SYS_madvise, AGENT_COPY, LARGE_PAGE, MADV_COLLAPSE) < 0 || call(SYS_mprotect, AGENT_COPY, LARGE_PAGE, READ_AND_EXECUTE) < 0) {
        must(call(SYS_munmap, AGENT_COPY, LARGE_PAGE, 0), 26);
        return;
    }
    must(call6(SYS_mremap, AGENT_COPY, LARGE_PAGE, LARGE_PAGE, MREMAP_MAYMOVE_AND_FIXED, start, 0), 27);
}

/* If every run gets a child of its own, the system calls that they may make are fixed once, here in their parent. */
_Noreturn static void become_parent(void) {
    enum { MADV_DONTFORK = 10 };
    if (ORDERS->hots > MAX_HOT || ORDERS->texts > MAX_TEXTS) leave(235);
    if (ORDERS->hots) take_hot();
    for (u64 i = 0; i < ORDERS->texts; i++) enlarge(ORDERS->text[i]);
    must(call6(SYS_mmap, AGENT_FORK_SERVER, PAGE, 3, 0x22 | 0x100000, -1ull, 0), 22);
    must(call(SYS_madvise, AGENT_FORK_SERVER, PAGE, MADV_DONTFORK), 23);
    must(call(SYS_madvise, AGENT_FORK_SERVER_CODE, PAGE, MADV_DONTFORK), 24);
    shut('F', &FIXED->filter[1]);
    agent_fork_server();
}

/* Hides the time from here on. The kernel's own pages are unmapped. The processor's counter becomes forbidden, so that
 * reading it kills the process like any other fault. The interpreter has started by now and does not ask for the time
 * again. If the kernel cannot lock the counter, it stays readable. */
static void hide_clocks(void) {
    enum { PR_SET_TSC = 26, PR_TSC_SIGSEGV = 2 };
    if (ORDERS->clocks > MAX_CLOCKS) leave(220);
    for (u64 i = 0; i < ORDERS->clocks; i++) {
        struct range clock = ORDERS->clock[i];
        must(call(SYS_munmap, clock.start, clock.end - clock.start, 0), 21);
    }
    call(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV, 0);
}

/* Takes the snapshot and forks what the host asks for: `F`, a child for one run; `L`, a learning child for one run;
 * `W`, a worker. At an `N` this process becomes the parent of all runs, which only forks. Only children return from
 * here. */
void agent_begin(void) {
    struct {
        u64 kind, end_of_heap, thread;
    } ready = {'R', 0, 0};
    u8 word;
    must(call(SYS_arch_prctl, 0x1003, &FIXED->fs, 0), 1);
    FIXED->end_of_heap = (u64)call(SYS_brk, 0, 0, 0);
    ready.end_of_heap = FIXED->end_of_heap;
    ready.thread = FIXED->fs;
    must(call(SYS_write, 1, &ready, sizeof ready) - (i64)sizeof ready, 2);
    if (call(SYS_read, 0, &word, 1) != 1) leave(0);
    FIXED->has_fsgsbase = ORDERS->has_fsgsbase;
    FIXED->clean = ORDERS->clean;
    if (ORDERS->clean_bytes) must(call6(SYS_mmap, AGENT_CLEAN, ORDERS->clean_bytes, 1, 0x22 | 0x100000, -1ull, 0), 19);
    hide_clocks();
    FIXED->limit[0] = FIXED->limit[1] = ORDERS->seconds;
    copy((u64)FIXED->filter, (u64)ORDERS->filter, sizeof FIXED->filter);
    FIXED->only_forks = ORDERS->only_forks;
    note_areas();
    if (!FIXED->only_forks) take_snapshot();
    for (;;) {
        struct {
            u64 kind;
            int status, unused;
            i64 times[4];
        } report = {'D', 0, 0, {0}};
        i64 usage[18];
        if (call(SYS_read, 0, &word, 1) != 1) leave(0);
        if (word == 'N') become_parent();
        /* This word was meant for a worker that has ended. The host gets the report of its end instead. */
        if (word != 'F' && word != 'L' && word != 'W') continue;
        i64 child = call(SYS_clone, 17, 0, 0);
        if (child == 0) {
            become_child(word);
            return;
        }
        if (child < 0) {
            report.kind = 'F';
            report.status = (int)child;
        } else {
            while (call6(SYS_wait4, (u64)child, (u64)&report.status, 0, (u64)usage, 0, 0) != child) {}
            for (int i = 0; i < 4; i++) report.times[i] = usage[i];
        }
        call(SYS_write, 1, &report, sizeof report);
    }
}

/* Handles the host's word to a worker. `got` is the number of bytes that the kernel has read. Restores memory, or ends
 * the worker. */
void agent_put_back(i64 got, u64 word) {
    if (got != 1 || word != 'Q') leave(77);
    for (u64 i = 0; i < FIXED->hots; i++) {
        copy(FIXED->hot[i].start, FIXED->saved[i], FIXED->hot[i].end - FIXED->hot[i].start);
    }
}

/* Ends a child after its one run. A learning child first tells the host which pages it has used. */
void agent_end_of_child(void) {
    if (FIXED->mode == 'L') {
        u64 pages = 0;
        for (u64 i = 0; i < FIXED->areas; i++) pages += (FIXED->area[i].end - FIXED->area[i].start) / PAGE;
        call6(SYS_pwrite64, 4, AGENT_USED, pages < MAX_PAGES ? pages : MAX_PAGES, USED_OFFSET, 0, 0);
    }
    leave(0);
}
