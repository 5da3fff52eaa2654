// Parts of the kernel that nobody needs here.
#include "probes.h"

#include <linux/bpf.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>

// A folder: can something be mounted there?
int mounts(char **arguments) {
    int mounted = mount("none", arguments[0], "tmpfs", 0, "size=4k") == 0;
    int result = verdict(mounted);
    if (mounted) umount2(arguments[0], MNT_DETACH);
    return result;
}

// Namespaces of its own, in which it may do what it may not do outside.
int new_users(char **arguments) {
    (void)arguments;
    pid_t child = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    if (child > 0) {
        waitpid(child, NULL, 0);
        return THROUGH;
    }
    return verdict(unshare(CLONE_NEWUSER) == 0);
}

int keys(char **arguments) {
    (void)arguments;
    // A key in the keyring of the process itself, which ends with it.
    long key = syscall(SYS_add_key, "user", "bout-probe", "x", 1, -2);
    if (key < 0 && errno == ENOSYS && syscall(SYS_keyctl, 0, -2, 1) >= 0) return THROUGH;
    return verdict(key >= 0);
}

int bpf(char **arguments) {
    (void)arguments;
    union bpf_attr about = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    return verdict(syscall(SYS_bpf, BPF_MAP_CREATE, &about, sizeof about) >= 0);
}

int io_uring(char **arguments) {
    (void)arguments;
    char parameters[120] = "";
    return verdict(syscall(SYS_io_uring_setup, 1, parameters) >= 0);
}

int page_faults(char **arguments) {
    (void)arguments;
    // UFFD_USER_MODE_ONLY: what anybody may.
    return verdict(syscall(SYS_userfaultfd, 1) >= 0);
}

// `getpid` as 32-bit programs ask for it.
int old_calls(char **arguments) {
    (void)arguments;
    long result = 20;
    __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    return verdict(result == getpid());
}

// `getpid` as programs of the x32 kind ask for it.
int x32_calls(char **arguments) {
    (void)arguments;
    long result = syscall(0x40000000 | SYS_getpid);
    return verdict(result == getpid());
}
