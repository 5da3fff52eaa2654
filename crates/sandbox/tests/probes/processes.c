// Other processes: their sight, their memory, their signals, their limits; and how many there may be.
#include "probes.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>

// The host's number: is it listed?
int see_processes(char **arguments) {
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    while (folder && (entry = readdir(folder))) {
        if (!strcmp(entry->d_name, arguments[0])) return THROUGH;
    }
    return verdict(0);
}

// The host's number: can its environment be read?
int read_environment(char **arguments) {
    char path[64], byte;
    snprintf(path, sizeof path, "/proc/%s/environ", arguments[0]);
    int file = open(path, O_RDONLY);
    return verdict(file >= 0 && read(file, &byte, 1) == 1);
}

// The host's number: SIGURG does no harm there.
int signal_host(char **arguments) {
    return verdict(kill(atoi(arguments[0]), SIGURG) == 0);
}

// The same by every other call that sends signals.
int signal_otherwise(char **arguments) {
    pid_t host = atoi(arguments[0]);
    siginfo_t about = {.si_signo = SIGURG, .si_code = SI_QUEUE};
    if (syscall(SYS_tgkill, host, host, SIGURG) == 0 || syscall(SYS_tkill, host, SIGURG) == 0) return THROUGH;
    if (syscall(SYS_rt_sigqueueinfo, host, SIGURG, &about) == 0) return THROUGH;
    if (syscall(SYS_rt_tgsigqueueinfo, host, host, SIGURG, &about) == 0) return THROUGH;
    int file = syscall(SYS_pidfd_open, host, 0);
    return verdict(file >= 0 && syscall(SYS_pidfd_send_signal, file, SIGURG, NULL, 0) == 0);
}

// The host's number: can it be named as the one to be signalled when a pipe is ready?
int own_signals(char **arguments) {
    int ends[2];
    struct f_owner_ex owner = {F_OWNER_PID, atoi(arguments[0])};
    if (pipe(ends) != 0) return BROKEN;
    return verdict(fcntl(ends[0], F_SETOWN, owner.pid) == 0 || fcntl(ends[0], F_SETOWN_EX, &owner) == 0);
}

// The host's number: can its limits be changed? They are set to what they are.
int limit_host(char **arguments) {
    struct rlimit limit;
    pid_t host = atoi(arguments[0]);
    int got = syscall(SYS_prlimit64, host, RLIMIT_NOFILE, NULL, &limit);
    return verdict(got == 0 && syscall(SYS_prlimit64, host, RLIMIT_NOFILE, &limit, NULL) == 0);
}

// The host's number: it is let go when the probe ends.
int trace_host(char **arguments) {
    pid_t host = atoi(arguments[0]);
    return verdict(syscall(SYS_ptrace, PTRACE_SEIZE, host, 0, 0) == 0);
}

// The host's number, and an address there where `secret` stands.
int read_memory(char **arguments) {
    char bytes[6] = "";
    struct iovec here = {bytes, 6}, there = {(void *)strtoul(arguments[1], NULL, 10), 6};
    ssize_t got = process_vm_readv(atoi(arguments[0]), &here, 1, &there, 1, 0);
    return verdict(got == 6 && !memcmp(bytes, "secret", 6));
}

// The same by the file of its memory.
int memory_file(char **arguments) {
    char path[64], bytes[6] = "";
    snprintf(path, sizeof path, "/proc/%s/mem", arguments[0]);
    int file = open(path, O_RDWR);
    ssize_t got = file < 0 ? -1 : pread(file, bytes, 6, strtoul(arguments[1], NULL, 10));
    return verdict(got == 6 && !memcmp(bytes, "secret", 6));
}

// A number of processes: can there be so many at once? Each ends when the first does.
int fork_bomb(char **arguments) {
    int ends[2], wanted = atoi(arguments[0]), made = 0;
    if (pipe(ends) != 0) return BROKEN;
    for (int tries = 0; tries < wanted; tries++) {
        pid_t child = fork();
        if (child == 0) {
            char byte;
            close(ends[1]);
            _exit(read(ends[0], &byte, 1) != 0);
        }
        made += child > 0;
    }
    int error = errno;
    close(ends[1]);
    while (wait(NULL) > 0) {}
    printf("%d\n", made);
    errno = error;
    return verdict(made == wanted);
}

static int touch(long bytes) {
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 0;
    for (long at = 0; at < bytes; at += 4096) memory[at] = 1;
    return 1;
}

// Bytes: can one process use so many?
int much_memory(char **arguments) {
    return verdict(touch(atol(arguments[0])));
}

// A number of processes and bytes: can so many use so much each, at the same time?
int memory_together(char **arguments) {
    int count = atoi(arguments[0]), done[2], go_on[2];
    if (pipe(done) != 0 || pipe(go_on) != 0) return BROKEN;
    for (int at = 0; at < count; at++) {
        if (fork() == 0) {
            char byte = 1;
            close(done[0]);
            close(go_on[1]);
            if (!touch(atol(arguments[1])) || write(done[1], "d", 1) != 1) _exit(1);
            close(done[1]);
            _exit(read(go_on[0], &byte, 1) != 0);
        }
    }
    close(done[1]);
    char byte;
    int ready = 0, alive = 0, status;
    while (ready < count && read(done[0], &byte, 1) == 1) ready++;
    // One that was ready may have been killed to make room for another.
    close(go_on[1]);
    while (wait(&status) > 0) alive += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return verdict(alive == count);
}

// Milliseconds: can it use so much of a processor?
int spin(char **arguments) {
    struct timespec used;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < atol(arguments[0]));
    return THROUGH;
}
