//! Starting a confined process.
//!
//! This module prepares everything before the child exists. The child's own steps are in [`crate::child`].

// The standard library has no calls for processes in namespaces.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::ptr;
use std::time::Duration;

use libc::{c_char, c_int, c_ulong, pid_t};

use crate::child::{Child, NO_FILE, STEPS, child, wait_for_parent};
use crate::clock;
use crate::mounts::Root;
use crate::system::{self, checked, pipe};
use crate::{IsolationFeatures, Limits, SandboxError};

/// The number of a confined process's user inside its own user namespace.
pub(crate) const INSIDE: u32 = 1000;

/// A user of this machine, with its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct User {
    /// The user's number.
    pub id: u32,
    /// The number of the user's group.
    pub group: u32,
}

impl User {
    /// The user that foreign code runs as if we are the superuser.
    pub(crate) const NOBODY: Self = Self { id: 65534, group: 65534 };
}

/// What a process with Landlock and its own `/proc` may do in that `/proc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnProcesses {
    /// Nothing.
    Hidden,
    /// Read it, and write the files that processes which it starts need.
    Managed,
}

/// The new namespaces of a process, as the kernel's flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Namespaces(c_int);

impl Namespaces {
    /// The namespaces among these isolation features.
    fn of(features: &IsolationFeatures) -> Self {
        let flags = [
            (features.user_namespace, libc::CLONE_NEWUSER),
            (features.pid_namespace, libc::CLONE_NEWPID),
            (features.network_namespace, libc::CLONE_NEWNET),
            (features.mount_namespace, libc::CLONE_NEWNS),
            (features.ipc_namespace, libc::CLONE_NEWIPC),
        ];
        Self(flags.iter().filter(|(stands, _)| *stands).fold(0, |all, (_, flag)| all | flag))
    }

    fn has(self, flag: c_int) -> bool {
        self.0 & flag != 0
    }
}

/// The program to run.
pub(crate) enum Executable<'a> {
    /// An open file.
    Open(&'a OwnedFd),
    /// A path.
    Path(&'a CStr),
    /// A function of our own, which makes plain system calls only. The process ends after it, with code 0 if it returns
    /// true.
    Function(&'a dyn Fn() -> bool),
}

/// All data that is needed to start a confined process.
pub(crate) struct Spawn<'a> {
    pub(crate) executable: Executable<'a>,
    pub(crate) arguments: &'a [CString],
    pub(crate) environment: &'a [CString],
    /// The files that it gets, numbered from 0. It gets no others.
    pub(crate) files: &'a [&'a OwnedFd],
    pub(crate) limits: Limits,
    pub(crate) features: IsolationFeatures,
    /// The seccomp filter that applies from the start. The resident sets its own.
    pub(crate) filter: Option<&'a [libc::sock_filter]>,
    pub(crate) landlock: Option<OwnedFd>,
    pub(crate) root: Option<&'a Root>,
    /// Files to write a `0` into, to join control groups.
    pub(crate) groups: &'a [OwnedFd],
    /// The one processor to run on.
    pub(crate) processor: Option<usize>,
    /// Whom it runs as where we are the superuser and it gives up the superuser's rights.
    pub(crate) user: User,
    /// What it may do with its processes.
    pub(crate) processes: OwnProcesses,
    /// The placement of its memory.
    pub(crate) addresses: Addresses,
}

/// The placement of a process's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addresses {
    /// At addresses that the kernel chooses anew each time.
    Random,
    /// At the same addresses each time, as far as the kernel allows it.
    Fixed,
}

/// A running confined process. Dropping this kills it and all processes that it has started.
#[derive(Debug)]
pub(crate) struct Process {
    pid: pid_t,
    is_over: bool,
}

impl Process {
    /// The process's number in our own namespace.
    pub(crate) fn pid(&self) -> pid_t {
        self.pid
    }

    /// Whether it has been ended.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Waits for its end, kills the processes that it has started, and returns its status.
    pub(crate) fn wait(&mut self) -> Option<c_int> {
        system::wait_for_end(self.pid);
        self.end()
    }

    /// Kills it and all processes that it has started, waits for all of them, and returns its status.
    pub(crate) fn end(&mut self) -> Option<c_int> {
        self.is_over = true;
        system::kill_group(self.pid);
        system::reap_group(self.pid)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.is_over {
            self.end();
        }
    }
}

/// Converts a text to the kernel's form. Keeps the part before the first NUL, at which the kernel would end it anyway.
pub(crate) fn text(bytes: &[u8]) -> CString {
    CString::new(bytes.split(|&byte| byte == 0).next().unwrap_or_default()).expect("cut before the first NUL")
}

/// Starts a process.
pub(crate) fn spawn(spawn: &Spawn) -> Result<Process, SandboxError> {
    let (report_from, report_to) = pipe()?;
    let (start_from, start_to) = pipe()?;
    // Kernels before 5.3 have no such files, and some filters forbid them. Then a child may miss that its parent ended
    // before the child asked for the death signal. It runs on until it finds its pipe closed.
    let parent =
        system::process_file(pid_t::try_from(std::process::id()).expect("process numbers are small"));
    let namespaces = Namespaces::of(&spawn.features);
    let pointers = |texts: &[CString]| -> Vec<*const c_char> {
        texts.iter().map(|text| text.as_ptr()).chain([ptr::null()]).collect()
    };
    let prepared = Child {
        spawn,
        arguments: pointers(spawn.arguments),
        environment: pointers(spawn.environment),
        resources: spawn.limits.resources()?,
        report: report_to.as_raw_fd(),
        start: start_from.as_raw_fd(),
        start_to: start_to.as_raw_fd(),
        parent: parent.as_ref().map_or(NO_FILE, AsRawFd::as_raw_fd),
        has_users: namespaces.has(libc::CLONE_NEWUSER),
        is_root: system::is_root(),
    };
    let pid = clone(namespaces.0)?;
    if pid == 0 {
        child(&prepared);
    }
    let mut process = Process { pid, is_over: false };
    drop(report_to);
    drop(start_from);
    if prepared.has_users {
        let user = (prepared.is_root && spawn.features.drop_root).then_some(spawn.user);
        map_users(pid, user).map_err(|cause| SandboxError::Confining { step: "its users", cause })?;
    }
    let begun = system::write(&start_to, b"s");
    begun.map_err(|cause| SandboxError::System { doing: "start a process", cause })?;
    let mut failed = [0; 5];
    match system::read(&report_from, &mut failed) {
        Ok(0) => Ok(process),
        Ok(_) => {
            process.end();
            let [step, code @ ..] = failed;
            let step = STEPS.get(usize::from(step)).copied().unwrap_or("an unknown step");
            Err(SandboxError::Confining {
                step,
                cause: io::Error::from_raw_os_error(i32::from_ne_bytes(code)),
            })
        }
        Err(cause) => Err(SandboxError::System { doing: "hear of a new process", cause }),
    }
}

/// Makes a new process in new namespaces. Returns 0 in the child.
pub(crate) fn clone(namespaces: c_int) -> Result<pid_t, SandboxError> {
    clock::take_back();
    let flags = namespaces | libc::SIGCHLD;
    // SAFETY: without a stack of its own and without shared memory, this is `fork` with namespaces. The callers do only
    // what a child may do after it.
    let pid = unsafe { libc::syscall(libc::SYS_clone, c_ulong::from(flags.unsigned_abs()), 0, 0, 0, 0) };
    let pid = pid_t::try_from(pid).expect("process numbers are small");
    checked("start a process", pid)
}

/// Whether a process in these namespaces can mount its own root. Some systems let every user make namespaces but forbid
/// mounting.
pub(crate) fn can_mount(features: IsolationFeatures) -> bool {
    let root = Root::new(&["/usr".into()], features.pid_namespace);
    let limits = Limits {
        memory_bytes: u64::MAX,
        processor_time: Duration::from_secs(1),
        file_bytes: 0,
        open_files: 64,
        processes: 64,
    };
    // If the root can be mounted, only the last step fails, because the program does not exist.
    let started = spawn(&Spawn {
        executable: Executable::Path(c"/nothing"),
        arguments: &[],
        environment: &[],
        files: &[],
        limits,
        features,
        filter: None,
        landlock: None,
        root: Some(&root),
        groups: &[],
        processor: None,
        user: User::NOBODY,
        processes: OwnProcesses::Hidden,
        addresses: Addresses::Random,
    });
    matches!(started, Err(SandboxError::Confining { step, .. }) if step == STEPS[STEPS.len() - 1])
}

/// Whether a process can be in a user namespace that maps its user. If `/proc` cannot be written to, for example,
/// nothing can map the user.
pub(crate) fn can_map_users() -> bool {
    let Ok((from, to)) = pipe() else { return false };
    let Ok(pid) = clone(libc::CLONE_NEWUSER) else { return false };
    if pid == 0 {
        wait_for_parent(from.as_raw_fd(), to.as_raw_fd());
        // SAFETY: the child ends.
        unsafe { libc::_exit(0) }
    }
    let _ends = Process { pid, is_over: false };
    map_users(pid, None).is_ok()
}

/// Maps the one user of a user namespace to a user outside it.
fn map_users(pid: pid_t, other: Option<User>) -> io::Result<()> {
    // SAFETY: they only read.
    let own = unsafe { User { id: libc::geteuid(), group: libc::getegid() } };
    let User { id, group } = other.unwrap_or(own);
    // Do not ask to truncate the file, because Landlock may refuse that.
    let write = |file: &str, text: &str| {
        let opened = std::fs::File::options().write(true).open(format!("/proc/{pid}/{file}"));
        opened.and_then(|mut file| io::Write::write_all(&mut file, text.as_bytes()))
    };
    // An ordinary user must give up the right to change groups. The superuser's child instead gives up the groups
    // themselves.
    if other.is_none() {
        write("setgroups", "deny")?;
    }
    write("uid_map", &format!("{INSIDE} {id} 1"))?;
    write("gid_map", &format!("{INSIDE} {group} 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_ends_even_if_its_parent_ended_before_it_ran() {
        system::become_reaper();
        let (gone, alive) = pipe().unwrap();
        let pid = clone(0).unwrap();
        // SAFETY: plain system calls without memory, in processes that end themselves.
        unsafe {
            if pid == 0 {
                let own = libc::getpid();
                let Ok((from, to)) = pipe() else { libc::_exit(1) };
                if matches!(clone(0), Ok(0)) {
                    while libc::getppid() == own {}
                    wait_for_parent(from.as_raw_fd(), to.as_raw_fd());
                }
                libc::_exit(0)
            }
        }
        drop(alive);
        assert_eq!(system::reap_group(pid), Some(0));
        assert_eq!(
            system::read(&gone, &mut [0]).unwrap(),
            0,
            "the last process that has the other end has ended"
        );
    }
}
