//! An isolated process of our own. It may start confined programs, but it can reach only the folders that it is given.

// The standard library has no calls for confined processes and filters.
#![allow(unsafe_code)]

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::time::Duration;

use crate::child::no_new_privileges;
use crate::filter::{DefaultAction, Rule, filter};
use crate::mounts::Root;
use crate::spawn::{Addresses, Executable, OwnProcesses, Process, Spawn, User, spawn, text};
use crate::system::{self, ChildEnd};
use crate::{IsolationFeatures, Limits, SandboxError, files};

/// What to start, and what it may reach.
#[derive(Debug, Clone)]
pub struct Service {
    /// What runs.
    pub program: PathBuf,
    /// Its arguments, without its own name.
    pub arguments: Vec<String>,
    /// Its environment; nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// Files and folders that it may read and execute.
    pub readable: Vec<PathBuf>,
    /// Files and folders that it may also write to. They exist.
    pub writable: Vec<PathBuf>,
    /// The user that it runs as if we are the superuser. `None` stands for `nobody`.
    pub user: Option<User>,
}

/// A running service. Dropping this kills the service and all processes that it has started.
#[derive(Debug)]
pub struct RunningService(Process);

/// System calls that neither the service nor the programs that it starts need: network calls, and calls whose kernel
/// code has often had errors.
const REFUSED: [libc::c_long; 21] = [
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_keyctl,
    libc::SYS_request_key,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_open_by_handle_at,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_kexec_load,
    libc::SYS_setns,
    libc::SYS_reboot,
];

impl Service {
    /// Starts it with three files as its standard input, output and error.
    ///
    /// # Errors
    /// If our own machinery fails.
    pub fn start(
        &self,
        files: [&OwnedFd; 3],
        features: IsolationFeatures,
    ) -> Result<RunningService, SandboxError> {
        system::become_reaper();
        let path = text(self.program.as_os_str().as_bytes());
        let arguments: Vec<CString> = std::iter::once(path.clone())
            .chain(self.arguments.iter().map(|one| text(one.as_bytes())))
            .collect();
        let environment: Vec<CString> =
            self.environment.iter().map(|(key, value)| text(format!("{key}={value}").as_bytes())).collect();
        let is_superuser = system::is_root() && !features.drop_root;
        let root = features.has_own_root();
        let root = root.then(|| Root::with_writable(&self.readable, &self.writable));
        // In `/proc` the superuser may write to files that affect the whole machine, unless mounts cover them.
        let may_manage = root.is_some() || !is_superuser;
        let mut readable = self.readable.clone();
        readable.extend((!may_manage).then(|| PathBuf::from("/proc")));
        let landlock = if features.landlock { files::ruleset(&readable, &self.writable)? } else { None };
        let rules: Vec<Rule> = REFUSED.iter().map(|&number| Rule::call(number).refused()).collect();
        let filter = features.seccomp.then(|| filter(&rules, DefaultAction::Allow));
        spawn(&Spawn {
            executable: Executable::Path(&path),
            arguments: &arguments,
            environment: &environment,
            files: &files,
            limits: unlimited(),
            features,
            filter: filter.as_deref(),
            landlock,
            root: root.as_ref(),
            groups: &[],
            processor: None,
            user: self.user.unwrap_or(User::NOBODY),
            processes: if may_manage { OwnProcesses::Managed } else { OwnProcesses::Hidden },
            addresses: Addresses::Random,
        })
        .map(RunningService)
    }
}

/// A service has no limits of its own. The programs that it starts have limits.
fn unlimited() -> Limits {
    Limits {
        memory_bytes: u64::MAX,
        processor_time: Duration::from_secs(1),
        file_bytes: 0,
        open_files: 64,
        processes: 64,
    }
}

impl RunningService {
    /// The number of its process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.0.pid().unsigned_abs()
    }

    /// True if it has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        ChildEnd::Asking(self.0.pid()).has_come(false)
    }
}

/// Forbids all threads of this process to start programs, permanently. False if the kernel does not support such a
/// filter.
#[must_use]
pub fn forbid_programs() -> bool {
    let rules = [libc::SYS_execve, libc::SYS_execveat, libc::SYS_ptrace, libc::SYS_process_vm_writev];
    let program = filter(&rules.map(|number| Rule::call(number).refused()), DefaultAction::Allow);
    let Ok(len) = u16::try_from(program.len()) else { return false };
    let program = libc::sock_fprog { len, filter: program.as_ptr().cast_mut() };
    let (set, all_threads) = (libc::SECCOMP_SET_MODE_FILTER, libc::SECCOMP_FILTER_FLAG_TSYNC);
    // SAFETY: the kernel reads `len` instructions, and writes nothing.
    no_new_privileges()
        && unsafe { libc::syscall(libc::SYS_seccomp, set, all_threads, &raw const program) == 0 }
}

/// Returns a user of this machine by its name.
#[must_use]
pub fn user_named(name: &str) -> Option<User> {
    let name = CString::new(name).ok()?;
    let mut texts = vec![0; 1 << 16];
    let mut found = std::ptr::null_mut();
    // SAFETY: the library writes into our own memory, within the length that we pass.
    unsafe {
        let mut entry: libc::passwd = std::mem::zeroed();
        libc::getpwnam_r(name.as_ptr(), &raw mut entry, texts.as_mut_ptr(), texts.len(), &raw mut found);
        (!found.is_null()).then_some(User { id: entry.pw_uid, group: entry.pw_gid })
    }
}
