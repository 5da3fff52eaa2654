/* Runs a command, and lets one of its system calls that change files go wrong.
 *
 *     faults KIND N COUNT COMMAND...
 *
 * KIND is `none`, `kill` (the command is killed before call N is made) or the number of an error, which call N fails
 * with. Calls are counted from 1, over all threads and children. How many there were is written to the file COUNT. The
 * exit code is that of the command, or 137 if it was killed. */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Calls that change a file or a folder, or make what was changed last. */
static const int changing[] = {
    SYS_write,  SYS_pwrite64,  SYS_writev,  SYS_pwritev, SYS_pwritev2,  SYS_ftruncate, SYS_fallocate,
    SYS_fsync,  SYS_fdatasync, SYS_open,    SYS_openat,  SYS_creat,     SYS_mkdir,     SYS_mkdirat,
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

/* Whether a call is one that changes something: opening does so only if it makes or empties a file. */
static int changes(const struct user_regs_struct *call) {
    if (call->orig_rax == SYS_open) return (call->rsi & (O_CREAT | O_TRUNC)) != 0;
    if (call->orig_rax == SYS_openat) return (call->rdx & (O_CREAT | O_TRUNC)) != 0;
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 5) return 125;
    int kills = !strcmp(argv[1], "kill");
    int error = atoi(argv[1]);
    long wanted = atol(argv[2]), count = 0;
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
                   PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    if (ptrace(PTRACE_SETOPTIONS, child, 0, options)) die("setoptions");
    ptrace(PTRACE_CONT, child, 0, 0);
    for (;;) {
        pid_t who = waitpid(-1, &status, __WALL);
        if (who < 0) break;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (who != child) continue;
            code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
            break;
        }
        int signal = WSTOPSIG(status), event = status >> 16;
        if (event == PTRACE_EVENT_SECCOMP) {
            struct user_regs_struct call;
            if (!ptrace(PTRACE_GETREGS, who, 0, &call) && changes(&call) && ++count == wanted) {
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
        int is_ours = event || signal == SIGSTOP || signal == SIGTRAP;
        ptrace(PTRACE_CONT, who, 0, is_ours ? 0 : signal);
    }
    FILE *out = fopen(argv[3], "w");
    if (!out) die(argv[3]);
    fprintf(out, "%ld\n", count);
    fclose(out);
    return code;
}
