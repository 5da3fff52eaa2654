//! The steps of a new process before it becomes the program.
//!
//! The child of a program with threads may only make plain system calls until it becomes another program, because
//! another thread may have held any lock at the moment of the fork. So nothing here allocates memory or takes a lock.

// Only plain system calls can be made here.
#![allow(unsafe_code)]

use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;

use libc::{c_char, c_int, c_ulong};

use crate::IsolationFeatures;
use crate::spawn::{Addresses, Executable, INSIDE, OwnProcesses, Spawn};

/// Stands in place of a file number. `poll` ignores it.
pub(crate) const NO_FILE: RawFd = -1;
/// The most files that a process can get.
const MAX_FILES: usize = 8;

/// The steps at which the child can fail. It reports the index of the failed step.
pub(crate) const STEPS: [&str; 12] = [
    "to end with its parent",
    "its session",
    "its control group",
    "its user",
    "its mounts",
    "its files",
    "its limits",
    "its processor",
    "no new privileges",
    "Landlock",
    "seccomp",
    "to start the program",
];

/// All data that the child needs, as plain numbers and as pointers into memory that the parent holds.
pub(crate) struct Child<'a> {
    pub(crate) spawn: &'a Spawn<'a>,
    pub(crate) arguments: Vec<*const c_char>,
    pub(crate) environment: Vec<*const c_char>,
    pub(crate) resources: [(libc::__rlimit_resource_t, u64); 7],
    pub(crate) report: RawFd,
    pub(crate) start: RawFd,
    /// The other end of `start`, which the child gets, too.
    pub(crate) start_to: RawFd,
    /// A file that becomes readable when the parent ends; or [`NO_FILE`], which never becomes readable.
    pub(crate) parent: RawFd,
    pub(crate) has_users: bool,
    pub(crate) is_root: bool,
}

/// Runs in the child. Confines it and becomes the program, or reports the failed step. Makes plain system calls only.
pub(crate) fn child(prepared: &Child) -> ! {
    // Move the report above all numbers of the program's files, one of which would otherwise replace it.
    let moved = aside(prepared.report);
    let (report_to, failed) = if moved < 0 { (prepared.report, 5) } else { (moved, confine(prepared)) };
    let mut report = [0; 5];
    report[0] = failed;
    // SAFETY: this reads the thread's own error number.
    report[1..].copy_from_slice(&unsafe { *libc::__errno_location() }.to_ne_bytes());
    // SAFETY: five bytes of our own; then the end.
    unsafe {
        libc::write(report_to, report.as_ptr().cast(), report.len());
        libc::_exit(127)
    }
}

/// Goes through [`STEPS`]. Returns only if one fails, with its index.
fn confine(prepared: &Child) -> u8 {
    let Spawn { features, limits: _, filter, landlock, root, groups, processor, files, .. } = prepared.spawn;
    if !end_with_parent() || is_over(prepared.parent) {
        return 0;
    }
    // SAFETY: plain system calls on memory of our own, here and below.
    unsafe {
        if libc::setsid() < 0 {
            return 1;
        }
        for group in *groups {
            if libc::write(group.as_raw_fd(), c"0".as_ptr().cast(), 1) != 1 {
                return 2;
            }
        }
        // When memory runs short, the kernel should kill this process and not the host. This step may fail.
        let file = libc::open(c"/proc/self/oom_score_adj".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if file >= 0 {
            libc::write(file, c"1000".as_ptr().cast(), 4);
            libc::close(file);
        }
        // The user that the child becomes must be able to read the files made here, whatever our user's umask is.
        libc::umask(0o022);
    }
    // Wait until the parent has mapped our users. If it dies before that, nothing is started.
    if !wait_for_parent(prepared.start, prepared.start_to) {
        return 0;
    }
    // In a user namespace of its own, the process must become the one mapped user before it can make files. It keeps
    // its rights over the namespace until it becomes the program.
    if prepared.has_users && !drop_rights(prepared, features) {
        return 3;
    }
    if let Some(root) = root
        && !root.enter()
    {
        return 4;
    }
    if !prepared.has_users && !drop_rights(prepared, features) {
        return 3;
    }
    // A change of users cancels the death signal, so ask for it again.
    if !end_with_parent() || is_over(prepared.parent) {
        return 0;
    }
    let landlock = landlock.as_ref().map(|rules| aside(rules.as_raw_fd()));
    if let (Some(rules), OwnProcesses::Managed) = (landlock, prepared.spawn.processes)
        && !allow_processes(rules)
    {
        return 9;
    }
    let open = match prepared.spawn.executable {
        Executable::Open(file) => aside(file.as_raw_fd()),
        Executable::Path(_) | Executable::Function(_) => -1,
    };
    if !hand_over(files) {
        return 5;
    }
    // SAFETY: as above.
    unsafe {
        if features.limits {
            for (resource, value) in prepared.resources {
                // Without a user namespace, all processes of an ordinary user's desktop would count towards the limit.
                if resource == libc::RLIMIT_NPROC && !prepared.has_users && !prepared.is_root {
                    continue;
                }
                let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
                if libc::setrlimit(resource, &raw const limit) != 0 {
                    return 6;
                }
            }
        }
        if let Some(processor) = processor {
            let mut set: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(*processor, &mut set);
            if libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) != 0 {
                return 7;
            }
        }
        if prepared.spawn.addresses == Addresses::Fixed {
            // Some containers do not allow this. Then addresses in texts vary.
            libc::personality(libc::ADDR_NO_RANDOMIZE as c_ulong);
        }
        if features.seccomp && !no_new_privileges() {
            return 8;
        }
        if let Some(rules) = landlock
            && (!no_new_privileges() || libc::syscall(libc::SYS_landlock_restrict_self, rules, 0) != 0)
        {
            return 9;
        }
        if let Some(filter) = filter
            && !set_filter(filter)
        {
            return 10;
        }
    }
    become_program(prepared, open);
    11
}

/// Becomes the program. Returns only on failure. `open` is the program's file, if it has one.
fn become_program(prepared: &Child, open: RawFd) {
    let (arguments, environment) = (prepared.arguments.as_ptr(), prepared.environment.as_ptr());
    // SAFETY: the texts end in NUL, and the lists of them in null.
    unsafe {
        match prepared.spawn.executable {
            Executable::Function(function) => libc::_exit(c_int::from(!function())),
            Executable::Path(path) => {
                libc::execve(path.as_ptr(), arguments, environment);
            }
            Executable::Open(_) => {
                let empty = c"".as_ptr();
                libc::syscall(libc::SYS_execveat, open, empty, arguments, environment, libc::AT_EMPTY_PATH);
                // Some filters do not know this call. Where there is a /proc, the file can be started by its path.
                let path = own_file_path(open);
                libc::execve(path.as_ptr().cast(), arguments, environment);
            }
        }
    }
}

/// The path of an open file of the calling process, with a NUL at its end. Allocates no memory.
fn own_file_path(file: RawFd) -> [u8; 32] {
    const FOLDER: &[u8] = b"/proc/self/fd/";
    let mut path = [0; 32];
    path[..FOLDER.len()].copy_from_slice(FOLDER);
    let mut digits = FOLDER.len() + file.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut rest = file.unsigned_abs();
    while digits > FOLDER.len() {
        digits -= 1;
        path[digits] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    path
}

/// Adds `/proc` to Landlock rules. A `/proc` that the process has just mounted differs from ours.
fn allow_processes(rules: RawFd) -> bool {
    /// `landlock_path_beneath_attr`, which the kernel reads without padding.
    #[repr(C, packed)]
    struct PathBeneath {
        allowed_access: u64,
        parent: RawFd,
    }
    const PATH_BENEATH: c_int = 1;
    /// Writing to files, reading them, and reading folders.
    const MANAGE: u64 = 2 | 4 | 8;
    // SAFETY: a text that ends in NUL; the kernel reads the rule, which is memory of our own.
    unsafe {
        let processes = libc::open(c"/proc".as_ptr(), libc::O_PATH | libc::O_DIRECTORY | libc::O_CLOEXEC);
        let rule = PathBeneath { allowed_access: MANAGE, parent: processes };
        processes >= 0
            && libc::syscall(libc::SYS_landlock_add_rule, rules, PATH_BENEATH, &raw const rule, 0) == 0
            && libc::close(processes) == 0
    }
}

/// Whether the process behind this file has ended.
fn is_over(process: RawFd) -> bool {
    let mut polled = libc::pollfd { fd: process, events: libc::POLLIN, revents: 0 };
    // SAFETY: one entry of our own.
    unsafe { libc::poll(&raw mut polled, 1, 0) != 0 }
}

/// Waits in a child for the parent's byte from a pipe. False if the parent closed its end or ended instead, even if it
/// ended before the child ran at all: a death signal asked for afterwards would never come.
pub(crate) fn wait_for_parent(from: RawFd, to: RawFd) -> bool {
    let mut byte = 0_u8;
    // SAFETY: the kernel writes a byte of our own. Nothing else in this process uses `to`.
    unsafe {
        // If the child kept this end open, reading the other end would never show that the parent has ended.
        libc::close(to);
        libc::read(from, (&raw mut byte).cast(), 1) == 1
    }
}

fn end_with_parent() -> bool {
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) == 0 }
}

/// Gives up the superuser's rights, or becomes the one user of the namespace.
fn drop_rights(prepared: &Child, features: &IsolationFeatures) -> bool {
    let user = prepared.spawn.user;
    // SAFETY: plain system calls with numbers.
    unsafe {
        if prepared.has_users {
            if prepared.is_root
                && features.drop_root
                && libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>()) != 0
            {
                return false;
            }
            return libc::syscall(libc::SYS_setresgid, INSIDE, INSIDE, INSIDE) == 0
                && libc::syscall(libc::SYS_setresuid, INSIDE, INSIDE, INSIDE) == 0;
        }
        if prepared.is_root && features.drop_root {
            return libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>()) == 0
                && libc::syscall(libc::SYS_setresgid, user.group, user.group, user.group) == 0
                && libc::syscall(libc::SYS_setresuid, user.id, user.id, user.id) == 0;
        }
    }
    true
}

/// Duplicates a file to a number above all numbers of the program's files.
fn aside(file: RawFd) -> RawFd {
    const ASIDE: c_int = 32;
    // SAFETY: plain numbers.
    unsafe { libc::fcntl(file, libc::F_DUPFD_CLOEXEC, ASIDE) }
}

/// Gives the files the numbers from 0 on, and marks all other files to be closed. Resets signals to their state in a
/// fresh program.
fn hand_over(files: &[&OwnedFd]) -> bool {
    let mut moved = [-1; MAX_FILES];
    for (to, file) in moved.iter_mut().zip(files) {
        *to = aside(file.as_raw_fd());
    }
    // SAFETY: plain system calls with numbers; the set of signals is our own memory.
    unsafe {
        let mut number = 0;
        for file in &moved[..files.len()] {
            if libc::dup2(*file, number) < 0 {
                return false;
            }
            number += 1;
        }
        // Kernels before 5.11 cannot do this. But all files that we or the standard library open are already marked.
        libc::syscall(libc::SYS_close_range, number, c_int::MAX, libc::CLOSE_RANGE_CLOEXEC);
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, ptr::null_mut());
        for signal in 1..=64 {
            // Two signals cannot be set, and need not be.
            libc::signal(signal, libc::SIG_DFL);
        }
    }
    true
}

pub(crate) fn no_new_privileges() -> bool {
    // SAFETY: plain numbers.
    unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 }
}

pub(crate) fn set_filter(filter: &[libc::sock_filter]) -> bool {
    let Ok(len) = u16::try_from(filter.len()) else { return false };
    let program = libc::sock_fprog { len, filter: filter.as_ptr().cast_mut() };
    // SAFETY: the kernel reads `len` instructions, and writes nothing.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const program) == 0 }
}

#[cfg(test)]
mod tests {
    use super::own_file_path;

    #[test]
    fn paths_of_files_are_written_without_memory() {
        for (file, path) in
            [(0, "/proc/self/fd/0"), (32, "/proc/self/fd/32"), (1_048_575, "/proc/self/fd/1048575")]
        {
            let made = own_file_path(file);
            let end = made.iter().position(|&byte| byte == 0).unwrap();
            assert_eq!(&made[..end], path.as_bytes());
        }
    }
}
