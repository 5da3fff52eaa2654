//! Asks a bot one question, for its author to inspect the reply. Here, the bot may use the whole C library.

use std::time::Duration;

use game::WireFormat as _;
use games::snakes::{Answer, Question};
use sandbox::{Executable, ExitStatus, IsolationFeatures, Limits, Program, run};

use super::build::{BuildError, compile_for_asking};
use super::compiler::{Compiler, IDLE_TIME, was_stopped};
use crate::bot_reply::BotReply;
use crate::faults::signal_name;
use crate::kind::GuestError;
use crate::source::{Checker, clean};

/// The code that is linked to the bot: it reads the question, asks the bot and hands over the answer.
const MAIN: &[u8] = include_bytes!("../../runtime/ask/ask.c");

/// The limits of processor time and elapsed time of a question: more than in a match, since printing takes time.
const PROCESSOR_TIME: Duration = Duration::from_secs(10);
const TIMEOUT: Duration = Duration::from_mins(1);
/// The exit code after `abort` (`ask.c`), as shells show it.
const ABORTED: i32 = 128 + libc::SIGABRT;
/// The most that it may print.
const OUTPUT_BYTES: usize = 16 << 20;
/// Memory: enough for bots with any parameters that fit a machine at home.
const MEMORY_BYTES: u64 = 4 << 30;

const LINK_HELP: &str =
    "only the functions of the C library are there, and sections are the compiler's affair";

/// The system calls of a C program that reads its input and prints: it opens no files and starts no processes. `execve` is
/// there only to start the program, and for kernels whose filters do not know `execveat`.
const CALLS: &[libc::c_long] = &[
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_lseek,
    libc::SYS_readlink,
    libc::SYS_readlinkat,
    libc::SYS_ioctl,
    libc::SYS_fcntl,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_getpid,
    libc::SYS_gettid,
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
    libc::SYS_getrusage,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_times,
    libc::SYS_clock_gettime,
    libc::SYS_gettimeofday,
    libc::SYS_time,
    libc::SYS_getrandom,
    libc::SYS_sched_yield,
];

/// Asks a bot's source one question.
///
/// # Errors
/// If the source is refused (S14 holds here, too), or our own machinery fails.
pub fn ask(source: &[u8], question: &Question) -> Result<BotReply, GuestError> {
    Ok(asked(source, question)?)
}

fn asked(source: &[u8], question: &Question) -> Result<BotReply, BuildError> {
    let compiler = Compiler::find()?;
    let executable = executable(compiler, source)?;
    let program = Program {
        executable: Executable::Content(executable),
        arguments: Vec::new(),
        environment: Vec::new(),
        readable: Vec::new(),
        limits: Limits {
            memory_bytes: MEMORY_BYTES,
            processor_time: PROCESSOR_TIME,
            file_bytes: OUTPUT_BYTES as u64,
            open_files: 16,
            processes: 512,
        },
        timeout: TIMEOUT,
        output_bytes: OUTPUT_BYTES,
        idle_time: IDLE_TIME,
        makes_file: true,
        inputs: Vec::new(),
        calls: CALLS,
    };
    let mut bytes = Vec::new();
    question.encode(&mut bytes);
    let ran = run(&program, &bytes, IsolationFeatures::available())?;
    let (returned, processor_time) = reply(&ran.made).unzip();
    let failure = failure(ran.ending, returned.is_some());
    let answer = returned.filter(|_| failure.is_none()).map(Answer::from_letter);
    Ok(BotReply { answer, returned, processor_time, failure, output: ran.output, errors: ran.errors })
}

/// Reads what the bot returned, and the processor time that it used, from the file that `ask.c` writes.
fn reply(written: &[u8]) -> Option<(i32, Duration)> {
    let (answer, rest) = written.split_first_chunk()?;
    let answer = i32::try_from(i64::from_le_bytes(*answer)).ok()?;
    let used_ns = i64::from_le_bytes(*rest.first_chunk()?);
    Some((answer, Duration::from_nanos(used_ns.try_into().ok()?)))
}

/// Builds the bot's source, with the whole C library, into a program that is asked once.
fn executable(compiler: &Compiler, source: &[u8]) -> Result<Vec<u8>, BuildError> {
    let mut checker = Checker::new(source);
    let bot = compile_for_asking(&mut checker, compiler)?;
    let main = compiler.object_of(MAIN)?;
    let linked = compiler.link_whole_library(vec![bot, main])?;
    if linked.ending == ExitStatus::Exit(0) {
        return Ok(linked.made);
    }
    let why = was_stopped(&linked).unwrap_or_else(|| first_error(&linked.errors));
    checker.refuse("S10", None, format!("it cannot be linked with the C library: {why}"), LINK_HELP);
    Err(checker.closed().into())
}

/// The linker's first error, without the paths at its start.
fn first_error(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let is_error = |line: &&str| !line.contains("warning: ") && !line.contains(": in function ");
    let line = said.lines().find(is_error).or_else(|| said.lines().next()).unwrap_or_default();
    clean(line.rsplit_once("): ").or_else(|| line.split_once(": ")).map_or(line, |(_, why)| why))
}

/// How the bot failed to answer.
fn failure(ending: ExitStatus, has_returned: bool) -> Option<String> {
    let killed =
        || format!("the bot was killed: it may use {} s of processor time", PROCESSOR_TIME.as_secs());
    match ending {
        ExitStatus::Exit(0) if has_returned => None,
        ExitStatus::Exit(ABORTED) => Some(format!("the bot died of {}", signal_name(libc::SIGABRT))),
        ExitStatus::Exit(code) => Some(format!("the bot ended with code {code} instead of answering")),
        // The kernel sends these signals at the limit of processor time.
        ExitStatus::Signal(libc::SIGKILL | libc::SIGXCPU) => Some(killed()),
        ExitStatus::Signal(signal) => Some(format!("the bot died of {}", signal_name(signal))),
        ExitStatus::Timeout => Some(format!("the bot did not answer within {} s", TIMEOUT.as_secs())),
        ExitStatus::Idle => Some("the bot waited for something that never came".into()),
        ExitStatus::TooMuchOutput => Some(format!("the bot printed more than {} MiB", OUTPUT_BYTES >> 20)),
    }
}
