//! The machine's C compiler: which it is, and how it is run.
//!
//! The compiler counts as foreign code, too, since the author of a bot decides what it reads. It runs confined, has no
//! network, reads the standard headers and its own parts only, and gets the source on standard input. So do the
//! assembler and the linker, which read what the compiler made of it. None of them gets bout's own environment
//! variables.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use sandbox::{
    Executable, ExitStatus, FIRST_INPUT, FinishedRun, IsolationFeatures, Limits, Program, SandboxError, run,
};

use super::build::BuildError;
use super::linker::Linker;
use crate::tools::{ENVIRONMENT, PREFIXES, ToolOutput, asked, in_path, is_of_system};

/// How bots are compiled; the manual names these flags. They make simple code at fixed addresses. Floating point is as the
/// source says. The code needs no helpers that a bot's process lacks. Forbidden functions keep their names (`printf` would
/// become `puts`).
pub const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-O2",
    "-march=x86-64",
    "-mtune=generic",
    "-mcmodel=small",
    "-fno-pic",
    "-fno-pie",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-common",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-asynchronous-unwind-tables",
    "-fno-unwind-tables",
    "-fno-ident",
    "-fno-builtin-printf",
    "-fno-builtin-fprintf",
    "-U_FORTIFY_SOURCE",
];

/// A linker must not run what an object file asks for: gcc's plugin starts another compiler, with options from the file.
const NO_LTO: &[&str] = &["-fno-lto", "-fno-use-linker-plugin"];

/// The form of the compiler's messages, in every version.
const SPEECH: &[&str] = &["-Wall", "-fmax-errors=30", "-fmax-include-depth=20"];
/// Plain lines with columns in bytes: gcc's options for that since version 11, and before it.
const PLAIN: &[&str] = &["-fdiagnostics-plain-output", "-fdiagnostics-column-unit=byte"];
const PLAIN_BEFORE_11: &[&str] = &["-fno-diagnostics-show-caret", "-fdiagnostics-color=never"];

/// Memory of each of the compiler's processes.
const MEMORY_BYTES: u64 = 1 << 30;
/// The processor time of each of them, and the elapsed time of a step.
const PROCESSOR_TIME: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_mins(1);
/// How long a step may wait in vain instead of computing: it has everything that it needs.
pub(super) const IDLE_TIME: Duration = Duration::from_secs(5);
/// How often a step is tried if it got hardly any processor time in [`TIMEOUT`].
const ATTEMPTS: u32 = 2;
/// The most that a step may write: preprocessed text, assembly, messages, an object file.
const OUTPUT_BYTES: usize = 32 << 20;

/// The system calls of gcc's driver, its compiler proper and the assembler: for files, for memory, and for processes of their
/// own. They have no network, send no signals to others, and change nothing in the system.
const CALLS: &[libc::c_long] = &[
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
    libc::SYS_execveat,
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
    libc::SYS_arch_prctl,
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

/// A compiler that was found.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// Its own description, in one line.
    version: String,
    /// The options that make its messages plain.
    plain: &'static [&'static str],
    driver: PathBuf,
    assembler: PathBuf,
    /// The linker for the whole C library, or what is missing for it.
    linker: Result<Linker, String>,
    include_folders: Vec<PathBuf>,
    readable: Vec<PathBuf>,
}

/// There is no compiler, or none that can compile bots.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}; install one: apt-get install gcc libc6-dev")]
pub struct NoCompiler {
    what: String,
}

impl Compiler {
    /// The `gcc` in the search path. It is looked up once.
    ///
    /// # Errors
    /// If there is none, or it does not compile for x86-64.
    pub fn find() -> Result<&'static Self, NoCompiler> {
        static FOUND: OnceLock<Result<Compiler, NoCompiler>> = OnceLock::new();
        FOUND.get_or_init(Self::look_up).as_ref().map_err(Clone::clone)
    }

    fn look_up() -> Result<Self, NoCompiler> {
        let none = |what: &str| NoCompiler { what: what.into() };
        let driver = in_path("gcc").ok_or_else(|| none("there is no gcc in the search path"))?;
        if !is_of_system(&driver) {
            let place = driver.display();
            return Err(none(&format!("gcc is {place}, and only one below {} is used", PREFIXES.join(", "))));
        }
        let machine = ask(&driver, &["-dumpmachine"]).ok_or_else(|| none("gcc does not run"))?;
        if !machine.starts_with("x86_64") {
            return Err(none(&format!("gcc compiles for {}, but bots are for x86-64", machine.trim())));
        }
        let version =
            ask(&driver, &["--version"]).unwrap_or_default().lines().next().unwrap_or_default().to_owned();
        let assembler = part(&driver, "as").ok_or_else(|| none("there is no assembler `as`"))?;
        let linker = Linker::of(&driver);
        let include_folders = include_folders(&driver);
        if !include_folders.iter().any(|folder| folder.join("stdlib.h").exists()) {
            return Err(none("the headers of the C library are missing"));
        }
        let parts = ask(&driver, &["-print-prog-name=cc1"]).map(|path| PathBuf::from(path.trim()));
        let parts = parts.filter(|path| is_of_system(path));
        let parts = parts.as_deref().and_then(Path::parent).map(Path::to_owned);
        let libraries = [
            "/lib64",
            "/lib/x86_64-linux-gnu",
            "/usr/lib/x86_64-linux-gnu",
            "/usr/lib64",
            "/etc/ld.so.cache",
        ];
        let mut readable: Vec<PathBuf> = libraries.map(PathBuf::from).to_vec();
        readable.extend(parts);
        readable.extend(include_folders.iter().cloned());
        readable.extend([driver.clone(), assembler.clone()]);
        readable.extend(linker.iter().flat_map(Linker::readable));
        let knows = [PLAIN, &["-E", "-x", "c", "/dev/null"]].concat();
        let plain = if ask(&driver, &knows).is_some() { PLAIN } else { PLAIN_BEFORE_11 };
        Ok(Self { version, plain, driver, assembler, linker, include_folders, readable })
    }

    /// Its own description in one line, which is part of what a match depends on.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether a file that the compiler has opened is one of the standard headers.
    pub(super) fn is_header(&self, path: &Path) -> bool {
        let is_plain = path.components().all(|part| part != std::path::Component::ParentDir);
        // Headers of gcc include each other through `..`; only their real location counts.
        let path = if is_plain { path.to_owned() } else { path.canonicalize().unwrap_or_default() };
        self.include_folders.iter().any(|folder| path.starts_with(folder))
    }

    /// Runs the preprocessor: text on standard output.
    pub(super) fn preprocess(&self, source: &[u8], defines: &[&str]) -> Result<FinishedRun, SandboxError> {
        self.run(
            &self.driver,
            &[&["-E"], FLAGS, NO_LTO, SPEECH, self.plain, defines, FROM_INPUT].concat(),
            source,
            Files::None,
        )
    }

    /// Compiles to assembly on standard output.
    pub(super) fn compile(&self, source: &[u8], defines: &[&str]) -> Result<FinishedRun, SandboxError> {
        self.run(
            &self.driver,
            &[&["-S"], FLAGS, NO_LTO, SPEECH, self.plain, defines, FROM_INPUT].concat(),
            source,
            Files::None,
        )
    }

    /// Assembles into an object file.
    pub(super) fn assemble(&self, assembly: &[u8]) -> Result<FinishedRun, SandboxError> {
        self.run(&self.assembler, &["--64", "-o", MADE, "-"], assembly, Files::Made(Vec::new()))
    }

    /// The object file of a source of bout's own.
    pub(super) fn object_of(&self, source: &[u8]) -> Result<Vec<u8>, SandboxError> {
        let compiled = self.compile(source, &[])?;
        Ok(self.assemble(&compiled.output)?.made)
    }

    /// Links object files against the whole C library into a static executable.
    pub(super) fn link_whole_library(&self, objects: Vec<Vec<u8>>) -> Result<FinishedRun, BuildError> {
        let linker = self.linker.as_ref().map_err(|what| NoCompiler { what: what.clone() })?;
        let numbers = FIRST_INPUT..FIRST_INPUT + objects.len();
        let paths: Vec<String> = numbers.map(|number| format!("/proc/self/fd/{number}")).collect();
        let arguments = linker.arguments(&paths);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        Ok(self.run(&linker.program, &arguments, b"", Files::Made(objects))?)
    }

    fn run(
        &self,
        path: &Path,
        arguments: &[&str],
        input: &[u8],
        files: Files,
    ) -> Result<FinishedRun, SandboxError> {
        let (makes_file, inputs) = match files {
            Files::None => (false, Vec::new()),
            Files::Made(inputs) => (true, inputs),
        };
        let program = Program {
            executable: Executable::Path(path.to_owned()),
            arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
            environment: ENVIRONMENT.map(|(key, value)| (key.into(), value.into())).to_vec(),
            readable: self.readable.clone(),
            limits: Limits {
                memory_bytes: MEMORY_BYTES,
                processor_time: PROCESSOR_TIME,
                file_bytes: OUTPUT_BYTES as u64,
                open_files: 64,
                processes: 512,
            },
            timeout: TIMEOUT,
            output_bytes: OUTPUT_BYTES,
            idle_time: IDLE_TIME,
            makes_file,
            inputs,
            calls: CALLS,
        };
        for _ in 0..ATTEMPTS {
            let ran = run(&program, input, IsolationFeatures::available())?;
            // A timeout means that the step neither waited by itself nor used up its processor time: it was kept waiting.
            if ran.ending != ExitStatus::Timeout {
                return Ok(ran);
            }
        }
        Err(SandboxError::Starved { waited_s: (TIMEOUT * ATTEMPTS).as_secs() })
    }
}

/// The files of a step, besides its standard ones.
enum Files {
    None,
    /// One to make, at [`MADE`], and some to read.
    Made(Vec<Vec<u8>>),
}

/// Where a step finds the file that it must write.
pub(super) const MADE: &str = "/proc/self/fd/3";

const FROM_INPUT: &[&str] = &["-x", "c", "-o", "-", "-"];

/// Why a step was stopped, in words; `None` if it ended by itself.
pub(super) fn was_stopped(ran: &FinishedRun) -> Option<String> {
    match ran.ending {
        ExitStatus::Exit(_) => None,
        ExitStatus::Timeout => Some(format!("it took more than {} s", TIMEOUT.as_secs())),
        ExitStatus::Idle => {
            Some(format!("it waited for {} s for something that never came", IDLE_TIME.as_secs()))
        }
        ExitStatus::Signal(libc::SIGXCPU | libc::SIGKILL) => Some(format!(
            "it used more than {} s of processor time, or too much memory",
            PROCESSOR_TIME.as_secs()
        )),
        ExitStatus::TooMuchOutput | ExitStatus::Signal(libc::SIGXFSZ) => {
            Some(format!("it wrote more than {} MiB", OUTPUT_BYTES >> 20))
        }
        ExitStatus::Signal(signal) => Some(format!("it died of signal {signal}")),
    }
}

/// The driver's answer to a simple question, on standard output.
fn ask(program: &Path, arguments: &[&str]) -> Option<String> {
    asked(program, arguments).map(|ToolOutput { output, .. }| output)
}

/// The path of one of the driver's own parts.
pub(super) fn part(driver: &Path, name: &str) -> Option<PathBuf> {
    let path = ask(driver, &[&format!("-print-prog-name={name}")])?;
    in_path(path.trim()).filter(|path| is_of_system(path))
}

/// The folders in which gcc looks for headers.
fn include_folders(driver: &Path) -> Vec<PathBuf> {
    let Some(ToolOutput { errors, .. }) = asked(driver, &["-E", "-v", "-x", "c", "/dev/null"]) else {
        return Vec::new();
    };
    let list = errors.lines().skip_while(|line| !line.starts_with("#include <...>")).skip(1);
    let folders = list.take_while(|line| line.starts_with(' '));
    let folders = folders.filter_map(|line| Path::new(line.trim()).canonicalize().ok());
    folders.filter(|folder| is_of_system(folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the superuser, the assembler (which runs as nobody) may not open its own output. As an ordinary user, it waits for
    /// input that only it could write.
    #[test]
    fn an_assembler_that_reads_what_it_writes_is_refused_or_stopped() {
        let ran = Compiler::find().unwrap().assemble(b".include \"/proc/self/fd/1\"\n").unwrap();
        assert!(matches!(ran.ending, ExitStatus::Idle | ExitStatus::Exit(1)), "{ran:?}");
        if ran.ending == ExitStatus::Idle {
            assert_eq!(was_stopped(&ran).unwrap(), "it waited for 5 s for something that never came");
        }
    }
}
