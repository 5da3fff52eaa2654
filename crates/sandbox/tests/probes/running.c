// Programs that are run rather than probes: they read, write, end and linger in all ways.
#include "probes.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>

static void put(int file, const char *bytes, long length) {
    while (length > 0) {
        ssize_t put = write(file, bytes, length);
        if (put <= 0) _exit(BROKEN);
        bytes += put;
        length -= put;
    }
}

// Input to both outputs, as it comes.
int copy(char **arguments) {
    (void)arguments;
    static char bytes[1 << 16];
    ssize_t got;
    while ((got = read(0, bytes, sizeof bytes)) > 0) {
        put(1, bytes, got);
        put(2, bytes, got);
    }
    return 0;
}

// So many bytes to standard output, and so many to standard error, without a look at the input; then a code.
int flood(char **arguments) {
    static char bytes[1 << 12];
    memset(bytes, 'f', sizeof bytes);
    for (int file = 1; file <= 2; file++) {
        long left = atol(arguments[file - 1]);
        for (; left > 0; left -= sizeof bytes) {
            put(file, bytes, left < (long)sizeof bytes ? left : (long)sizeof bytes);
        }
    }
    return atoi(arguments[2]);
}

static void linger(void) {
    struct timespec time = {1000, 0};
    // Not `pause`, which is a call of its own; a filter refuses `nanosleep`, too.
    if (nanosleep(&time, NULL) != 0) {
        int ends[2];
        char byte;
        if (pipe(ends) == 0) while (read(ends[0], &byte, 1) < 0) {}
    }
    _exit(BROKEN);
}

// It does not read, and does not end.
int deaf(char **arguments) {
    (void)arguments;
    linger();
    return 0;
}

// It closes its outputs and goes on: for ever, or (with an argument) until its input ends, with a code.
int closed(char **arguments) {
    char byte;
    close(1);
    close(2);
    if (!arguments[0]) linger();
    while (read(0, &byte, 1) > 0) {}
    return atoi(arguments[0]);
}

int exits(char **arguments) {
    return atoi(arguments[0]);
}

// It dies: of a bad address, of a bad instruction, of a bad division, or as `abort` does it.
int dies(char **arguments) {
    switch (arguments[0][0]) {
    case 's': *(volatile int *)0 = 1; break;
    case 'i': __asm__ volatile("ud2"); break;
    case 'f': __asm__ volatile("idivl %1" : : "a"(1), "r"(0), "d"(0)); break;
    case 'a': abort();
    }
    return BROKEN;
}

// A content for the file that it makes, by number and by path.
int makes(char **arguments) {
    put(3, arguments[0], strlen(arguments[0]));
    int file = open("/proc/self/fd/3", O_WRONLY | O_APPEND);
    if (file < 0) return STOPPED;
    put(file, arguments[1], strlen(arguments[1]));
    return 0;
}

// A grandchild in a session of its own that holds no file; the first process ends at once.
int daemonise(char **arguments) {
    (void)arguments;
    if (fork() == 0) {
        int has_session = setsid() > 0;
        if (fork() == 0) {
            for (int file = 0; file < 4; file++) close(file);
            linger();
        }
        _exit(has_session ? 5 : 6);
    }
    int status = 0;
    wait(&status);
    return WEXITSTATUS(status);
}

// A child that keeps the outputs open; the first process ends at once.
int orphan(char **arguments) {
    (void)arguments;
    if (fork() == 0) linger();
    return 4;
}

// A family that spins: so many children, each of them for some seconds at most.
int family(char **arguments) {
    for (int child = atoi(arguments[0]); child > 0; child--) {
        if (fork() == 0) break;
    }
    alarm(20);
    for (;;) __asm__ volatile("");
}

// It does not want to end with its parent.
int unbound(char **arguments) {
    (void)arguments;
    prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
    alarm(20);
    for (;;) __asm__ volatile("");
}

// Its user, its group and how many more groups it has.
int numbers(char **arguments) {
    (void)arguments;
    printf("%d %d %d\n", getuid(), getgid(), getgroups(0, NULL));
    return 0;
}
