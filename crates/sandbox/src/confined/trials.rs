//! Tests isolation features. A feature counts as available only after it has stopped something.
//!
//! Each test is a child process. It applies one isolation feature to itself and then tries to do what the feature
//! should stop. Between its start and its end the child makes plain system calls only: see [`crate::spawn`].

// Children of a program with threads can only make plain system calls.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::ptr;

use libc::c_int;

use crate::cgroup::{self, Group};
use crate::child::{no_new_privileges, set_filter};
use crate::filter::{DefaultAction, Rule, filter};
use crate::spawn::{User, can_map_users, can_mount, clone};
use crate::{IsolationFeatures, files, system};

/// Tests all isolation features and returns those that this machine has.
pub(crate) fn features() -> IsolationFeatures {
    system::become_reaper();
    let has_users = user_namespace() && can_map_users();
    let mut features = IsolationFeatures {
        seccomp: seccomp(),
        limits: limits(),
        landlock: landlock(),
        user_namespace: has_users,
        pid_namespace: pid_namespace(has_users),
        network_namespace: network_namespace(has_users),
        mount_namespace: mount_namespace(has_users),
        ipc_namespace: ipc_namespace(has_users),
        cgroup: cgroup(),
        drop_root: drop_root(),
    };
    features.mount_namespace = features.mount_namespace && can_mount(features);
    features
}

/// The exit code of a child for "the feature held".
const HELD: c_int = 0;
const DID_NOT_HOLD: c_int = 1;

/// The exit status of a child in these namespaces that calls `held`; `None` if it could not be started.
fn child(namespaces: c_int, held: impl Fn() -> bool) -> Option<c_int> {
    match clone(namespaces).ok()? {
        // SAFETY: the child ends at once.
        0 => unsafe { libc::_exit(if held() { HELD } else { DID_NOT_HOLD }) },
        pid => system::reap_group(pid),
    }
}

fn held(namespaces: c_int, held: impl Fn() -> bool) -> bool {
    child(namespaces, held) == Some(HELD)
}

/// A child that may only end asks for its parent's number, and this must kill it.
fn seccomp() -> bool {
    let program = filter(&[Rule::call(libc::SYS_exit_group)], DefaultAction::Kill);
    let status = child(0, || {
        if no_new_privileges() && set_filter(&program) {
            // SAFETY: it has no arguments.
            unsafe { libc::syscall(libc::SYS_getppid) };
        }
        false
    });
    status.is_some_and(|status| libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSYS)
}

/// A child that may have no more memory must get no more.
fn limits() -> bool {
    const MUCH: usize = 64 << 20;
    held(0, || {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        let (access, kind) = (libc::PROT_READ, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: the kernel reads the limit. The mapping is new and ends with the child.
        unsafe {
            libc::setrlimit(libc::RLIMIT_AS, &raw const none) == 0
                && libc::mmap(ptr::null_mut(), MUCH, access, kind, -1, 0) == libc::MAP_FAILED
        }
    })
}

/// A child that may read no files must fail to read the root.
fn landlock() -> bool {
    let Ok(Some(rules)) = files::ruleset(&[], &[]) else { return false };
    held(0, || {
        // SAFETY: plain numbers, and a text that ends in NUL.
        unsafe {
            no_new_privileges()
                && libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) == 0
                && libc::open(c"/".as_ptr(), libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC) < 0
        }
    })
}

/// Whether a child can be in a user namespace of its own.
fn user_namespace() -> bool {
    in_another(libc::CLONE_NEWUSER, 0, c"/proc/self/ns/user")
}

/// Whether a child can be in a network namespace of its own.
fn network_namespace(has_users: bool) -> bool {
    in_another(libc::CLONE_NEWNET, with_users(has_users), c"/proc/self/ns/net")
}

/// Whether a child can be in an IPC namespace of its own.
fn ipc_namespace(has_users: bool) -> bool {
    in_another(libc::CLONE_NEWIPC, with_users(has_users), c"/proc/self/ns/ipc")
}

/// Whether a child can be in a mount namespace of its own. Some systems let every user make one but forbid mounting in it:
/// see [`crate::spawn::can_mount`].
fn mount_namespace(has_users: bool) -> bool {
    in_another(libc::CLONE_NEWNS, with_users(has_users), c"/proc/self/ns/mnt")
}

/// Whether a child can be the first process of a namespace.
fn pid_namespace(has_users: bool) -> bool {
    // SAFETY: it has no arguments.
    held(with_users(has_users) | libc::CLONE_NEWPID, || unsafe { libc::getpid() } == 1)
}

fn with_users(has_users: bool) -> c_int {
    if has_users { libc::CLONE_NEWUSER } else { 0 }
}

/// Whether the kernel's name for a child's namespace differs from the name of ours.
fn in_another(namespace: c_int, besides: c_int, link: &CStr) -> bool {
    let Some(ours) = link_target(link) else { return false };
    held(namespace | besides, || link_target(link).is_some_and(|its| its != ours))
}

fn link_target(link: &CStr) -> Option<[u8; 64]> {
    let mut target = [0; 64];
    // SAFETY: a text that ends in NUL, and at most the array's length is written.
    let length = unsafe { libc::readlink(link.as_ptr(), target.as_mut_ptr().cast(), target.len()) };
    (length > 0).then_some(target)
}

/// A child must be able to join a new group with limits.
fn cgroup() -> bool {
    let joined = || {
        let group = Group::make(cgroup::available()?, 1 << 30, 64).ok()?;
        let ways: Vec<OwnedFd> = group.joining().ok()?;
        let joins = |way: &OwnedFd| {
            // SAFETY: one byte of a constant text.
            unsafe { libc::write(way.as_raw_fd(), c"0".as_ptr().cast(), 1) == 1 }
        };
        Some(!ways.is_empty() && held(0, || ways.iter().all(joins)))
    };
    joined().unwrap_or(false)
}

/// A child of the superuser that has become nobody must fail to become the superuser again.
fn drop_root() -> bool {
    system::is_root()
        && held(0, || {
            // SAFETY: plain numbers. The kernel follows no pointer for a length of 0.
            unsafe {
                libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>()) == 0
                    && libc::syscall(libc::SYS_setresgid, User::NOBODY.id, User::NOBODY.id, User::NOBODY.id)
                        == 0
                    && libc::syscall(libc::SYS_setresuid, User::NOBODY.id, User::NOBODY.id, User::NOBODY.id)
                        == 0
                    && libc::syscall(libc::SYS_setresuid, 0, 0, 0) != 0
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_that_says_no_or_dies_has_not_held() {
        assert!(held(0, || true));
        assert!(!held(0, || false));
        // SAFETY: the child ends itself.
        assert!(!held(0, || unsafe { libc::raise(libc::SIGKILL) } == 0));
        assert!(!held(c_int::MIN | libc::CLONE_THREAD, || true), "the kernel refuses these flags");
    }

    #[test]
    fn our_own_namespace_is_no_other() {
        assert!(!in_another(0, 0, c"/proc/self/ns/ipc"));
        assert!(!in_another(0, 0, c"/proc/self/ns/nothing"));
    }
}
