/* Runs a command, and lets one of its system calls that change files go wrong.
 *
 *     faults KIND N OUT COMMAND...
 *
 * KIND is `log`, `kill` (the command is killed before call N is made) or the number of an error, which call N fails
 * with. Calls are counted from 1, over all threads and children. How many there were is written to the file OUT in a
 * line `calls COUNT`. The exit code is that of the command, or 137 if it was killed.
 *
 * `log` lets nothing go wrong, and writes lines before that one, with tabs between their parts: what was done in the
 * folder in which the tracer runs, in the order in which it was done. Paths are as they were given, from that folder on.
 *
 *     open PATH INODE TRUNCATED     a file was opened that is to be made or emptied
 *     write INODE OFFSET HEX        what lies in the file there now
 *     size INODE BYTES
 *     sync BEFORE INODE             what was done in the first BEFORE lines to this file or folder is on the disk
 *     mkdir PATH INODE
 *     remove PATH
 *     rename PATH PATH
 *     link PATH PATH                the second is the new one
 *     unknown NUMBER PATH           a call that changes something, and of which the log cannot say what */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls that change a file or a folder, or make what was changed last. */
static const int changing[] = {
    SYS_write,  SYS_pwrite64,  SYS_writev,  SYS_pwritev, SYS_pwritev2,  SYS_ftruncate, SYS_fallocate,
    SYS_fsync,  SYS_fdatasync, SYS_open,    SYS_openat,  SYS_creat,     SYS_mkdir,     SYS_mkdirat,
    SYS_openat2,
    SYS_rename, SYS_renameat,  SYS_renameat2, SYS_unlink, SYS_unlinkat, SYS_rmdir,     SYS_link,
    SYS_linkat, SYS_fchmod,    SYS_chmod,   SYS_fchmodat, SYS_copy_file_range, SYS_sendfile,
};
enum { CHANGING = sizeof changing / sizeof *changing };

static void die(const char *what) {
    perror(what);
    exit(125);
}

static void trace_changes(void) {
    struct sock_filter code[CHANGING + 5];
    int at = 0;
    code[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int i = 0; i < CHANGING; i++) {
        code[at++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, changing[i], CHANGING - i, 0);
    }
    code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
    struct sock_fprog program = {.len = (unsigned short)at, .filter = code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) die("no_new_privs");
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) die("seccomp");
}

typedef struct user_regs_struct Call;

/* Memory of the command's. */
static int peek(pid_t who, unsigned long long address, void *into, size_t bytes) {
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/mem", who);
    int memory = open(name, O_RDONLY | O_CLOEXEC);
    ssize_t got = memory < 0 ? -1 : pread(memory, into, bytes, (off_t)address);
    if (memory >= 0) close(memory);
    return got > 0;
}

/* The flags of a call that opens a file. */
static unsigned long long open_flags(pid_t who, const Call *call) {
    unsigned long long flags = 0;
    switch (call->orig_rax) {
        case SYS_open: return call->rsi;
        case SYS_openat: return call->rdx;
        case SYS_creat: return O_CREAT | O_TRUNC;
        case SYS_openat2: peek(who, call->rdx, &flags, sizeof flags); return flags;
        default: return 0;
    }
}

static int opens(const Call *call) {
    return call->orig_rax == SYS_open || call->orig_rax == SYS_openat || call->orig_rax == SYS_creat ||
           call->orig_rax == SYS_openat2;
}

/* Whether a call is one that changes something: opening does so only if it makes or empties a file. */
static int changes(pid_t who, const Call *call) {
    return !opens(call) || (open_flags(who, call) & (O_CREAT | O_TRUNC)) != 0;
}

/* The log. */
static FILE *out;
static long lines;
static char root[PATH_MAX];

/* A call that has begun. */
struct Begun {
    pid_t who;
    Call call;
    long lines;
    char paths[2][2 * PATH_MAX];
};
static struct Begun begun[64];

static struct Begun *begun_by(pid_t who) {
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        if (begun[i].who == who) return &begun[i];
    }
    return NULL;
}

/* Where a descriptor of the command's leads to; `cwd` for AT_FDCWD. */
static void place(pid_t who, int descriptor, char path[PATH_MAX]) {
    char link[64];
    if (descriptor == AT_FDCWD) {
        snprintf(link, sizeof link, "/proc/%d/cwd", who);
    } else {
        snprintf(link, sizeof link, "/proc/%d/fd/%d", who, descriptor);
    }
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
}

static void path_at(pid_t who, int folder, unsigned long long name, char path[2 * PATH_MAX]) {
    char base[PATH_MAX], given[PATH_MAX] = {0};
    for (size_t at = 0; at < sizeof given - 1 && peek(who, name + at, given + at, 1) && given[at]; at++) continue;
    place(who, folder, base);
    snprintf(path, 2 * PATH_MAX, given[0] == '/' ? "%s%s" : "%s/%s", given[0] == '/' ? "" : base, given);
}

/* The part of a path behind the folder of the log, or nothing if it is elsewhere. */
static const char *inside(const char *path) {
    size_t length = strlen(root);
    if (strncmp(path, root, length)) return NULL;
    return path[length] == '/' ? path + length + 1 : path[length] ? NULL : "";
}

static void begin(pid_t who, const Call *call) {
    struct Begun *now = begun_by(0);
    if (!now) die("too many threads");
    *now = (struct Begun){.who = who, .call = *call, .lines = lines};
    char *one = now->paths[0], *other = now->paths[1];
    switch (call->orig_rax) {
        case SYS_open: case SYS_creat: case SYS_mkdir: case SYS_unlink: case SYS_rmdir:
            path_at(who, AT_FDCWD, call->rdi, one);
            break;
        case SYS_openat: case SYS_openat2: case SYS_mkdirat: case SYS_unlinkat:
            path_at(who, (int)call->rdi, call->rsi, one);
            break;
        case SYS_rename: case SYS_link:
            path_at(who, AT_FDCWD, call->rdi, one);
            path_at(who, AT_FDCWD, call->rsi, other);
            break;
        case SYS_renameat: case SYS_renameat2: case SYS_linkat:
            path_at(who, (int)call->rdi, call->rsi, one);
            path_at(who, (int)call->rdx, call->r10, other);
            break;
    }
}

/* The file behind a descriptor, if it is a file or a folder of the log's. */
static int file_behind(pid_t who, int descriptor, struct stat *about, char name[64]) {
    char path[PATH_MAX];
    place(who, descriptor, path);
    snprintf(name, 64, "/proc/%d/fd/%d", who, descriptor);
    return inside(path) && !stat(name, about);
}

static long long position(pid_t who, int descriptor) {
    char name[64];
    long long at = -1;
    snprintf(name, sizeof name, "/proc/%d/fdinfo/%d", who, descriptor);
    FILE *info = fopen(name, "re");
    if (!info || fscanf(info, "pos: %lld", &at) != 1) at = -1;
    if (info) fclose(info);
    return at;
}

/* What lies at a place in a file, which has just been written there. */
static void log_write(pid_t who, int descriptor, long long offset, long long bytes) {
    struct stat about;
    char name[64];
    if (!file_behind(who, descriptor, &about, name)) return;
    if (offset < 0) offset = position(who, descriptor) - bytes;
    unsigned char *content = malloc((size_t)bytes);
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (!content || file < 0 || pread(file, content, (size_t)bytes, offset) != bytes) die("read what was written");
    fprintf(out, "write\t%lu\t%lld\t", about.st_ino, offset);
    for (long long at = 0; at < bytes; at++) fprintf(out, "%02x", content[at]);
    fputc('\n', out);
    lines++;
    close(file);
    free(content);
}

static void log_names(const char *what, const struct Begun *call) {
    const char *one = inside(call->paths[0]), *other = inside(call->paths[1]);
    if (!one && !other) return;
    if (call->paths[1][0]) {
        fprintf(out, "%s\t%s\t%s\n", what, one ? one : "..", other ? other : "..");
    } else {
        fprintf(out, "%s\t%s\n", what, one);
    }
    lines++;
}

/* What a call has done that went well. */
static void end(struct Begun *was, long long result) {
    Call *call = &was->call;
    int descriptor = (int)call->rdi;
    struct stat about;
    char name[64];
    const char *path = inside(was->paths[0]);
    switch (call->orig_rax) {
        case SYS_write: case SYS_writev:
            if (result > 0) log_write(was->who, descriptor, -1, result);
            break;
        case SYS_pwrite64: case SYS_pwritev:
            if (result > 0) log_write(was->who, descriptor, (long long)call->r10, result);
            break;
        case SYS_sendfile:
            if (result > 0) log_write(was->who, descriptor, -1, result);
            break;
        case SYS_copy_file_range:
            if (result > 0 && !call->r10) log_write(was->who, (int)call->rdx, -1, result);
            else if (result > 0) fprintf(out, "unknown\t%llu\t\n", call->orig_rax), lines++;
            break;
        case SYS_ftruncate:
            if (!file_behind(was->who, descriptor, &about, name)) break;
            fprintf(out, "size\t%lu\t%llu\n", about.st_ino, call->rsi);
            lines++;
            break;
        case SYS_fsync: case SYS_fdatasync:
            if (!file_behind(was->who, descriptor, &about, name)) break;
            fprintf(out, "sync\t%ld\t%lu\n", was->lines, about.st_ino);
            lines++;
            break;
        case SYS_open: case SYS_openat: case SYS_openat2: case SYS_creat:
            if (!path || !file_behind(was->who, (int)result, &about, name)) break;
            fprintf(out, "open\t%s\t%lu\t%d\n", path, about.st_ino, (open_flags(was->who, call) & O_TRUNC) != 0);
            lines++;
            break;
        case SYS_mkdir: case SYS_mkdirat:
            if (!path || lstat(was->paths[0], &about)) break;
            fprintf(out, "mkdir\t%s\t%lu\n", path, about.st_ino);
            lines++;
            break;
        case SYS_unlink: case SYS_unlinkat: case SYS_rmdir: log_names("remove", was); break;
        case SYS_rename: case SYS_renameat: case SYS_renameat2: log_names("rename", was); break;
        case SYS_link: case SYS_linkat: log_names("link", was); break;
        case SYS_chmod: case SYS_fchmod: case SYS_fchmodat: break;
        default:
            if (!file_behind(was->who, descriptor, &about, name)) break;
            fprintf(out, "unknown\t%llu\t%s\n", call->orig_rax, name);
            lines++;
    }
}

/* The end of a call that is logged. */
static void ended(pid_t who) {
    struct Begun *was = begun_by(who);
    Call call;
    if (!was) return;
    if (!ptrace(PTRACE_GETREGS, who, 0, &call) && (long long)call.rax >= 0) end(was, (long long)call.rax);
    was->who = 0;
}

int main(int argc, char **argv) {
    if (argc < 5) return 125;
    int logs = !strcmp(argv[1], "log"), kills = !strcmp(argv[1], "kill");
    int error = atoi(argv[1]);
    long wanted = atol(argv[2]), count = 0;
    out = fopen(argv[3], "we");
    if (!out) die(argv[3]);
    if (!getcwd(root, sizeof root)) die("getcwd");
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0)) die("traceme");
        raise(SIGSTOP);
        trace_changes();
        execv(argv[4], argv + 4);
        die(argv[4]);
    }
    int status, code = 125;
    if (waitpid(child, &status, 0) < 0) die("waitpid");
    long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACESECCOMP |
                   PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, child, 0, options)) die("setoptions");
    ptrace(PTRACE_CONT, child, 0, 0);
    for (;;) {
        pid_t who = waitpid(-1, &status, __WALL);
        if (who < 0) break;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            struct Begun *was = begun_by(who);
            if (was) was->who = 0;
            if (who != child) continue;
            code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            break;
        }
        int signal = WSTOPSIG(status), event = status >> 16, goes_on = PTRACE_CONT;
        if (signal == (SIGTRAP | 0x80)) ended(who);
        if (event == PTRACE_EVENT_SECCOMP) {
            Call call;
            int counts = !ptrace(PTRACE_GETREGS, who, 0, &call) && changes(who, &call) && ++count;
            if (counts && logs) {
                begin(who, &call);
                goes_on = PTRACE_SYSCALL;
            }
            if (counts && !logs && count == wanted) {
                if (kills) {
                    kill(child, SIGKILL);
                    continue;
                }
                if (error) {
                    call.orig_rax = -1;
                    call.rax = -error;
                    ptrace(PTRACE_SETREGS, who, 0, &call);
                }
            }
        }
        int is_ours = event || signal == SIGSTOP || (signal & ~0x80) == SIGTRAP;
        ptrace(goes_on, who, 0, is_ours ? 0 : signal);
    }
    fprintf(out, "calls\t%ld\n", count);
    fclose(out);
    return code;
}
