//! Runs a foreign program to its end. It gets bytes and returns bytes.

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::filter::{DefaultAction, Rule, filter};
use crate::idleness::Idleness;
use crate::mounts::Root;
use crate::spawn::{self, Addresses, OwnProcesses, Process, Spawn, User, spawn, text};
use crate::system::{self, ChildEnd, pipe};
use crate::{IsolationFeatures, Limits, SandboxError, cgroup, files};

/// An executable program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Executable {
    /// The path of a file on this machine.
    Path(PathBuf),
    /// The content of an executable file.
    Content(Vec<u8>),
}

/// A program to run, and the files and limits that it gets.
#[derive(Debug, Clone)]
pub struct Program {
    /// The program itself.
    pub executable: Executable,
    /// Its arguments, without its own name.
    pub arguments: Vec<String>,
    /// Its environment; nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// Files and folders that it may read and execute.
    pub readable: Vec<PathBuf>,
    /// Limits of each of its processes. Where there are control groups, the limits of memory and of the number of
    /// processes apply to all of them together, too.
    pub limits: Limits,
    /// The elapsed time that the program may take.
    pub timeout: Duration,
    /// The most bytes that it may write to standard output, and the most to standard error. It is ended if it writes
    /// more.
    pub output_bytes: usize,
    /// The total time during which all of its processes may wait at the same time. A program that waits uses no
    /// processor time, so the limit of processor time does not end it. Waiting for a processor does not count.
    pub idle_time: Duration,
    /// Whether it gets an empty file in memory as file number 3 (`/proc/self/fd/3`). The content of this file becomes
    /// [`FinishedRun::made`].
    pub makes_file: bool,
    /// Contents of files in memory that it may read. Their file numbers start at [`FIRST_INPUT`]. Four at most.
    pub inputs: Vec<Vec<u8>>,
    /// The system calls that it may make. They include `execve` or, for content, `execveat`. Some calls are allowed
    /// only with arguments that cannot affect other processes.
    pub calls: &'static [libc::c_long],
}

/// The file number of a program's first [input](Program::inputs). The numbers below it are its standard files and the
/// file that it makes.
pub const FIRST_INPUT: usize = 4;

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// It exited with this code.
    Exit(i32),
    /// It was killed by this signal.
    Signal(i32),
    /// It took more elapsed time than it may take.
    Timeout,
    /// All of its processes waited longer than they may.
    Idle,
    /// It wrote more than it may.
    TooMuchOutput,
}

/// How a program ended, and what it wrote.
#[derive(Debug, Clone)]
pub struct FinishedRun {
    /// How it ended.
    pub ending: ExitStatus,
    /// What it wrote to standard output.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub errors: Vec<u8>,
    /// The content of the file that it made.
    pub made: Vec<u8>,
}

/// Runs the program, passes `input` to its standard input, and waits for its end. All processes that it started end
/// with it.
///
/// # Errors
/// If a required isolation feature is missing ([`IsolationFeatures::required_for_tools`]), or the sandbox fails.
/// Nothing that the program does causes an error.
pub fn run(
    program: &Program,
    input: &[u8],
    features: IsolationFeatures,
) -> Result<FinishedRun, SandboxError> {
    features.required_for_tools()?;
    run_within(program, input, features)
}

/// [`run`] with chosen isolation features, for tests of what each of them stops.
///
/// # Errors
/// If our own machinery fails.
pub fn run_within(
    program: &Program,
    input: &[u8],
    features: IsolationFeatures,
) -> Result<FinishedRun, SandboxError> {
    system::become_reaper();
    let (path, content) = match &program.executable {
        Executable::Path(path) => (Some(text(path.as_os_str().as_bytes())), None),
        Executable::Content(content) => (None, Some(system::memory_file_of(c"bout-program", content, true)?)),
    };
    let executable = match (&path, &content) {
        (_, Some(file)) => spawn::Executable::Open(file),
        (path, None) => spawn::Executable::Path(path.as_deref().unwrap_or_default()),
    };
    let name = path.as_ref().map_or_else(|| text(b"program"), Clone::clone);
    let arguments: Vec<CString> =
        std::iter::once(name).chain(program.arguments.iter().map(|one| text(one.as_bytes()))).collect();
    let environment: Vec<CString> =
        program.environment.iter().map(|(key, value)| text(format!("{key}={value}").as_bytes())).collect();
    let landlock = if features.landlock { files::ruleset(&program.readable, &[])? } else { None };
    // Without its own processes to mount, there would be no /proc through which to reach file 3. Then the program keeps
    // the old root.
    let with_processes = program.makes_file || !program.inputs.is_empty();
    let root = features.has_own_root().then(|| Root::new(&program.readable, with_processes));
    let group = if features.cgroup { group(&program.limits)? } else { None };
    let groups = group.as_ref().map_or_else(|| Ok(Vec::new()), cgroup::Group::joining);
    let groups = groups.map_err(|cause| SandboxError::System { doing: "open a control group", cause })?;
    let rules: Vec<Rule> = program.calls.iter().flat_map(|&number| rules(number)).collect();
    // A newer C library may first try calls that are not allowed. They must fail, not kill the program.
    let filter = features.seccomp.then(|| filter(&rules, DefaultAction::NoSuchCall));

    let (input_from, input_to) = pipe()?;
    let (output_from, output_to) = pipe()?;
    let (errors_from, errors_to) = pipe()?;
    let made = system::memory_file(c"bout-made", false)?;
    let inputs: Vec<OwnedFd> = program
        .inputs
        .iter()
        .map(|content| system::memory_file_of(c"bout-input", content, false))
        .collect::<Result<_, _>>()?;
    let mut handed = vec![&input_from, &output_to, &errors_to];
    if program.makes_file || !inputs.is_empty() {
        handed.push(&made);
    }
    handed.extend(&inputs);
    let mut process = spawn(&Spawn {
        executable,
        arguments: &arguments,
        environment: &environment,
        files: &handed,
        limits: program.limits,
        features,
        filter: filter.as_deref(),
        landlock,
        root: root.as_ref(),
        groups: &groups,
        processor: None,
        user: User::NOBODY,
        processes: OwnProcesses::Hidden,
        addresses: Addresses::Random,
    })?;
    drop((input_from, output_to, errors_to, groups, inputs));
    let mut talk = Conversation {
        input_to: Some(input_to),
        input,
        output: PipeOutput { from: Some(output_from), bytes: Vec::new() },
        errors: PipeOutput { from: Some(errors_from), bytes: Vec::new() },
        most: program.output_bytes,
    };
    let early = talk.until_over(&mut process, program.timeout, program.idle_time)?;
    let ending = match early {
        ConversationEnd::Stopped(ending) => {
            process.end();
            ending
        }
        ConversationEnd::Over(status) if libc::WIFEXITED(status) => {
            ExitStatus::Exit(libc::WEXITSTATUS(status))
        }
        ConversationEnd::Over(status) => ExitStatus::Signal(libc::WTERMSIG(status)),
    };
    let made =
        if program.makes_file { system::content(made, program.limits.file_bytes)? } else { Vec::new() };
    Ok(FinishedRun { ending, output: talk.output.bytes, errors: talk.errors.bytes, made })
}

/// The rules that allow a call. Some calls could affect other processes, so only certain arguments are allowed.
pub(crate) fn rules(number: libc::c_long) -> Vec<Rule> {
    /// The flags that the C library uses for `fork` and `posix_spawn`. No new namespaces.
    const CLONES: [u64; 2] = [
        (libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID | libc::SIGCHLD).unsigned_abs() as u64,
        (libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD).unsigned_abs() as u64,
    ];
    /// The list lacks `F_SETOWN`, which sends signals to others.
    const CONTROLS: [libc::c_int; 6] =
        [libc::F_DUPFD, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL, libc::F_DUPFD_CLOEXEC];
    match number {
        libc::SYS_clone => CLONES.map(|flags| Rule::call(number).with(0, flags)).to_vec(),
        libc::SYS_fcntl => {
            CONTROLS.map(|control| Rule::call(number).with(1, control.unsigned_abs().into())).to_vec()
        }
        // Allow only names, and no option about how or when the process ends.
        libc::SYS_prctl => {
            const NAMES: [u64; 3] =
                [libc::PR_SET_NAME as u64, libc::PR_GET_NAME as u64, libc::PR_SET_VMA as u64];
            NAMES.map(|option| Rule::call(number).with(0, option)).to_vec()
        }
        // A filter cannot know which process a number names.
        libc::SYS_tgkill => Vec::new(),
        // Allow only its own limits.
        libc::SYS_prlimit64 => vec![Rule::call(number).with(0, 0)],
        _ => vec![Rule::call(number)],
    }
}

fn group(limits: &Limits) -> Result<Option<cgroup::Group>, SandboxError> {
    let Some(hierarchies) = cgroup::available() else { return Ok(None) };
    let made = cgroup::Group::make(hierarchies, limits.memory_bytes, limits.processes);
    made.map(Some).map_err(|cause| SandboxError::System { doing: "make a control group", cause })
}

/// The input and output of a program while it runs.
struct Conversation<'a> {
    input_to: Option<OwnedFd>,
    input: &'a [u8],
    output: PipeOutput,
    errors: PipeOutput,
    most: usize,
}

/// The bytes that came out of a pipe so far.
struct PipeOutput {
    from: Option<OwnedFd>,
    bytes: Vec<u8>,
}

/// How a conversation ended.
enum ConversationEnd {
    /// The program ended, with this status.
    Over(libc::c_int),
    /// The program must be ended.
    Stopped(ExitStatus),
}

impl Conversation<'_> {
    /// Continues until the program has ended, or until it must be ended early. When the program has ended, this also
    /// ends the processes that it started, and takes the rest of their output.
    fn until_over(
        &mut self,
        process: &mut Process,
        timeout: Duration,
        idle_time: Duration,
    ) -> Result<ConversationEnd, SandboxError> {
        if let Some(input_to) = &self.input_to {
            system::do_not_block(input_to)?;
        }
        let (start, end) = (Instant::now(), ChildEnd::of(process.pid()));
        let mut status = None;
        let mut idleness = Idleness::of(process.pid());
        loop {
            if let Some(status) = status
                && self.output.from.is_none()
                && self.errors.from.is_none()
            {
                return Ok(ConversationEnd::Over(status));
            }
            if idleness.so_far() > idle_time {
                return Ok(ConversationEnd::Stopped(ExitStatus::Idle));
            }
            // A program that has closed its outputs may still be reading.
            let left = timeout.saturating_sub(start.elapsed()).min(idleness.next_look());
            if start.elapsed() >= timeout {
                return Ok(ConversationEnd::Stopped(ExitStatus::Timeout));
            }
            let end = status.is_none().then_some(&end);
            let file = end.and_then(ChildEnd::file);
            let wait = end.map_or(left, |end| end.longest_wait(left));
            let readable = [self.output.from.as_ref(), self.errors.from.as_ref(), file];
            let ready = system::wait_any(readable, self.input_to.as_ref(), wait)?;
            if ready.writable {
                self.feed();
            }
            let [output, errors, is_over] = ready.readable;
            for (taken, is_ready) in [(&mut self.output, output), (&mut self.errors, errors)] {
                if is_ready && !taken.take(self.most)? {
                    return Ok(ConversationEnd::Stopped(ExitStatus::TooMuchOutput));
                }
            }
            if end.is_some_and(|end| end.has_come(is_over)) {
                self.input_to = None;
                let lost = || SandboxError::Resident("somebody else has waited for it".into());
                status = Some(process.end().ok_or_else(lost)?);
            }
        }
    }

    /// Writes as much as the pipe takes. A program need not read all of its input.
    fn feed(&mut self) {
        let Some(input_to) = &self.input_to else { return };
        match system::write(input_to, self.input) {
            Ok(put) => self.input = &self.input[put..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return,
            Err(_) => self.input = &[],
        }
        if self.input.is_empty() {
            self.input_to = None;
        }
    }
}

impl PipeOutput {
    /// Takes the available bytes. False if the output is too long.
    fn take(&mut self, most: usize) -> Result<bool, SandboxError> {
        let Some(from) = &self.from else { return Ok(true) };
        let mut piece = [0; 1 << 14];
        let got = system::read(from, &mut piece);
        let got = got.map_err(|cause| SandboxError::System { doing: "read from a program", cause })?;
        if got == 0 {
            self.from = None;
        }
        let room = most - self.bytes.len();
        self.bytes.extend_from_slice(&piece[..got.min(room)]);
        Ok(got <= room)
    }
}
