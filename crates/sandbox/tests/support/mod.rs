//! Shared by the tests of the sandbox: compiles the probes and runs them.

// Each test file uses only a part of this module.
#![allow(dead_code)]
// The standard library cannot query the user.
#![allow(unsafe_code)]

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use sandbox::{Executable, Limits, Program};
use tempfile::TempDir;

/// The environment variable with the path of the compiled probes, for a test that another test starts.
const PROBES: &str = "SANDBOX_TEST_PROBES";
/// The environment variable with the task of a test that another test starts.
const HELPER: &str = "SANDBOX_TEST_HELPER";

/// The system calls that the compiler may make, from `crates/guests/src/c/compiler.rs`. No program has a
/// longer list.
pub(crate) const CALLS: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_open,
    libc::SYS_openat,
    libc::SYS_close,
    libc::SYS_stat,
    libc::SYS_fstat,
    libc::SYS_lstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_lseek,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_access,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlink,
    libc::SYS_readlinkat,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_fcntl,
    libc::SYS_ftruncate,
    libc::SYS_dup,
    libc::SYS_dup2,
    libc::SYS_dup3,
    libc::SYS_pipe,
    libc::SYS_pipe2,
    libc::SYS_poll,
    libc::SYS_ppoll,
    libc::SYS_select,
    libc::SYS_pselect6,
    libc::SYS_ioctl,
    libc::SYS_fsync,
    libc::SYS_umask,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_clone,
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_execve,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_getpid,
    libc::SYS_gettid,
    libc::SYS_getppid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_tgkill,
    libc::SYS_arch_prctl,
    libc::SYS_prctl,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_futex,
    libc::SYS_prlimit64,
    libc::SYS_getrlimit,
    libc::SYS_setrlimit,
    libc::SYS_getrusage,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_times,
    libc::SYS_clock_gettime,
    libc::SYS_gettimeofday,
    libc::SYS_time,
    libc::SYS_getrandom,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_alarm,
];

/// A temporary folder with the probes, readable by everybody.
pub(crate) struct Place {
    folder: TempDir,
}

impl Place {
    pub(crate) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("bout-sandbox-").tempdir().expect("a folder");
        open_to(folder.path(), 0o755);
        let place = Self { folder };
        fs::copy(compiled(), place.probes()).expect("the probes can be copied");
        open_to(&place.probes(), 0o755);
        place
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn probes(&self) -> PathBuf {
        self.path().join("probes")
    }

    /// Returns the program that runs a probe, with limits that are too high to matter.
    pub(crate) fn program(&self, probe: &str, arguments: &[&str]) -> Program {
        Program {
            executable: Executable::Path(self.probes()),
            arguments: [&[probe], arguments].concat().iter().map(|&one| one.to_owned()).collect(),
            environment: Vec::new(),
            readable: vec![self.probes()],
            limits: Limits {
                memory_bytes: 1 << 30,
                processor_time: Duration::from_secs(20),
                file_bytes: 1 << 20,
                open_files: 64,
                processes: 64,
            },
            timeout: Duration::from_secs(30),
            output_bytes: 1 << 16,
            idle_time: Duration::MAX,
            makes_file: false,
            inputs: Vec::new(),
            calls: CALLS,
        }
    }
}

pub(crate) fn open_to(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode can be set");
}

/// Returns the path of the probes, compiled as one static program. They are compiled again only if their
/// sources change.
fn compiled() -> PathBuf {
    static COMPILED: OnceLock<PathBuf> = OnceLock::new();
    COMPILED.get_or_init(compile).clone()
}

fn compile() -> PathBuf {
    if let Some(given) = std::env::var_os(PROBES) {
        return given.into();
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/probes");
    let listed = fs::read_dir(&sources).expect("the probes are there");
    let mut files: Vec<PathBuf> = listed.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        fs::read(file).expect("a source").hash(&mut hasher);
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let done = target.join(format!("sandbox-probes-{:016x}", hasher.finish()));
    if done.exists() {
        return done;
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    let making = target.join(format!("sandbox-probes-{}.new", std::process::id()));
    let gcc = Command::new("gcc")
        .args(["-static", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&making)
        .args(&files)
        .output()
        .expect("gcc is there: bout needs it, too");
    assert!(gcc.status.success(), "{}", String::from_utf8_lossy(&gcc.stderr));
    // Another test process may have done the same at the same time; its file is equally good.
    fs::rename(&making, &done).expect("the probes can be put in place");
    done
}

pub(crate) fn is_root() -> bool {
    // SAFETY: it only reads.
    unsafe { libc::geteuid() == 0 }
}

/// Returns this process's task; `None` if no other test started it.
pub(crate) fn task() -> Option<String> {
    std::env::var(HELPER).ok()
}

/// Returns the command that runs one test in its own process: the same test binary, with a task.
pub(crate) fn again(test: &str, task: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("we are a file"));
    tell(&mut command, test, task);
    command
}

/// Like [`again`], but as user and group 1000, with a copy of the binary that this user can reach. Returns
/// `None` if that is impossible.
pub(crate) fn again_as_ordinary_user(place: &Place, test: &str, task: &str) -> Option<Command> {
    let setpriv = ["--reuid", "1000", "--regid", "1000", "--clear-groups"];
    let can = Command::new("setpriv").args(setpriv).arg(place.probes()).args(["exits", "0"]).output();
    if !can.is_ok_and(|output| output.status.success()) {
        return None;
    }
    let copied = place.path().join("tests");
    fs::copy(std::env::current_exe().expect("we are a file"), &copied).expect("the tests can be copied");
    open_to(&copied, 0o755);
    let mut command = Command::new("setpriv");
    command.args(setpriv).arg(copied).current_dir("/").env(PROBES, place.probes());
    tell(&mut command, test, task);
    Some(command)
}

fn tell(command: &mut Command, test: &str, task: &str) {
    command.args([test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"]).env(HELPER, task);
}

/// Runs a helper, which must succeed, and prints its output.
pub(crate) fn expect_success(mut command: Command) {
    let output = command.output().expect("a helper runs");
    let said = said(&output);
    assert!(output.status.success() && said.contains("1 passed"), "a helper failed:\n{said}");
    println!("{said}");
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Returns the numbers of the living processes that have `token` as an argument, each with that of its
/// parent.
pub(crate) fn processes_with(token: &str) -> Vec<(u32, u32)> {
    let numbers = fs::read_dir("/proc")
        .expect("there is /proc")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    numbers
        .filter_map(|pid| {
            let arguments = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
            let has = arguments.split(|&byte| byte == 0).any(|argument| argument == token.as_bytes());
            let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok().filter(|_| has)?;
            let mut rest = stat.rsplit_once(") ")?.1.split(' ');
            let is_dead = rest.next()? == "Z";
            let parent = rest.next()?.parse().ok()?;
            (!is_dead).then_some((pid, parent))
        })
        .collect()
}

/// Waits until `is_so` returns true; returns false if that takes longer than `most`.
pub(crate) fn wait_until(most: Duration, mut is_so: impl FnMut() -> bool) -> bool {
    let deadline = Instant::now() + most;
    while Instant::now() < deadline {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    is_so()
}
