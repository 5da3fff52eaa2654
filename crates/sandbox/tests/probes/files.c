// Files, descriptors and what else a process has from its parent.
#include "probes.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

extern char **environ;

// A path: can it be read?
int read_file(char **arguments) {
    char byte;
    int file = open(arguments[0], O_RDONLY);
    return verdict(file >= 0 && read(file, &byte, 1) == 1);
}

// A folder: can a file be made there?
int write_file(char **arguments) {
    char path[4096];
    snprintf(path, sizeof path, "%s/made-%d", arguments[0], getpid());
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    return verdict(file >= 0 && write(file, "x", 1) == 1);
}

// A file: can its mode be changed?
int change_mode(char **arguments) {
    return verdict(chmod(arguments[0], 0640) == 0 || fchmodat(AT_FDCWD, arguments[0], 0640, 0) == 0);
}

// Is any file open but the three that every program has, and the one that it may make?
int read_descriptor(char **arguments) {
    (void)arguments;
    for (int file = 4; file < 65536; file++) {
        if (fcntl(file, F_GETFD) >= 0) return THROUGH;
    }
    return STOPPED;
}

// Is anything in the environment?
int environment(char **arguments) {
    (void)arguments;
    return verdict(environ && environ[0]);
}

// Are signals ignored or blocked, as they were for the parent?
int inherits(char **arguments) {
    (void)arguments;
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int signal = 1; signal < 32; signal++) {
        struct sigaction action;
        if (sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_DFL) return THROUGH;
        if (sigismember(&blocked, signal)) return THROUGH;
    }
    return STOPPED;
}

// A number of bytes: does a file take so many?
int large_file(char **arguments) {
    static char bytes[1 << 16];
    long left = atol(arguments[0]);
    while (left > 0) {
        ssize_t put = write(3, bytes, sizeof bytes);
        if (put <= 0) return verdict(0);
        left -= put;
    }
    return THROUGH;
}

// A folder to die in: is a core dumped there?
int core_dump(char **arguments) {
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    if (chdir(arguments[0]) != 0) fprintf(stderr, "stays where it is; ");
    if (setrlimit(RLIMIT_CORE, &limit) != 0) {
        getrlimit(RLIMIT_CORE, &limit);
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_CORE, &limit);
    }
    pid_t child = fork();
    if (child == 0) {
        *(volatile int *)0 = 1;
        _exit(BROKEN);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return BROKEN;
    return verdict(WIFSIGNALED(status) && WCOREDUMP(status));
}

// As the superuser or not: can it become the superuser (again)?
int back_to_root(char **arguments) {
    (void)arguments;
    if (setresuid(0, 0, 0) == 0) return THROUGH;
    return verdict(geteuid() == 0);
}
