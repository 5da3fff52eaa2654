/* Runs a command on a kernel that lacks a system call: refuse NUMBER ERROR ARGUMENT VALUE COMMAND...
 *
 * The call fails with this error number; only where its argument (0 to 5) has this value, if ARGUMENT is not -1. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(field))
#define UNLESS(value, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, otherwise)
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, (uint32_t)(what))

int main(int count, char **arguments) {
    if (count < 6) return 125;
    uint32_t number = (uint32_t)atoi(arguments[1]), error = (uint32_t)atoi(arguments[2]);
    int argument = atoi(arguments[3]);
    uint64_t value = strtoull(arguments[4], NULL, 0);
    size_t at = offsetof(struct seccomp_data, args) + 8 * (size_t)(argument < 0 ? 0 : argument);
    struct sock_filter always[] = {
        LOAD(offsetof(struct seccomp_data, nr)), UNLESS(number, 1),
        RETURN(SECCOMP_RET_ERRNO | error), RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_filter with_value[] = {
        LOAD(offsetof(struct seccomp_data, nr)), UNLESS(number, 5),
        LOAD(at), UNLESS(value, 3),
        LOAD(at + 4), UNLESS(value >> 32, 1),
        RETURN(SECCOMP_RET_ERRNO | error), RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {
        argument < 0 ? sizeof always / sizeof *always : sizeof with_value / sizeof *with_value,
        argument < 0 ? always : with_value,
    };
    /* As root it is set without giving up privileges, so that bout can do what it does as root. */
    if (geteuid() != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return 125;
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program)) return 125;
    execvp(arguments[5], arguments + 5);
    perror(arguments[5]);
    return 125;
}
