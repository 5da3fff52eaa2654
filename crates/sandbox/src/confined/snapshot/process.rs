//! The process of an interpreter, and its runs.

use std::ffi::CString;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;
use std::time::Duration;

use super::agent::{AgentImage, ProgramMemory};
use super::layout::{
    ANSWER_OFFSET, MAX_ANSWER_BYTES, MAX_AREAS, MAX_CLOCKS, MAX_FILTER, MAX_HOT_RANGES, MAX_TEXTS, PAGE,
    REQUEST_OFFSET, USED_OFFSET,
};
use super::memory::{Area, Memory};
use crate::limits::{most_seconds, require_seconds};
use crate::mounts::Root;
use crate::spawn::{Addresses, Executable, OwnProcesses, Spawn, User, spawn, text};
use crate::system::{self, SharedMemory, pipe};
use crate::worker_channel::{CallEnd, Failure, WorkerChannel};
use crate::{Isolation, IsolationFeatures, Limits, SandboxError, files};

/// An interpreter to start, and the files that it may read until its snapshot is taken. After that it can read no
/// files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpreter {
    /// The program.
    pub path: PathBuf,
    /// Its arguments, without its own name.
    pub arguments: Vec<String>,
    /// Its environment; nothing is inherited.
    pub environment: Vec<(String, String)>,
    /// Files and folders that it may read and execute.
    pub readable: Vec<PathBuf>,
}

/// Limits of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunLimits {
    /// Processor time.
    pub time: Duration,
    /// The heap beyond the snapshot's, in bytes.
    pub heap_bytes: u64,
    /// The longest request, in bytes.
    pub request_bytes: usize,
    /// The most pages that a worker restores before every run. A child does any run that writes to other pages. More
    /// pages mean more work for every run.
    pub hot_pages: usize,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run {
    /// The interpreter's answer.
    Answered(Vec<u8>),
    /// It used up its memory.
    OutOfMemory,
    /// It failed in another way.
    Failed(Failure),
}

/// The result of a run, and the process that did it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishedRun {
    /// The result.
    pub run: Run,
    /// The process that did the run.
    pub done_by: DoneBy,
}

/// The process that did a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoneBy {
    /// A worker.
    Worker,
    /// A child of its own.
    Child,
    /// A child of its own, from which the host learnt more pages that runs write to. A worker may do the next such run.
    LearningChild,
}

/// A way of doing a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunMode {
    /// By a child of its own.
    Child,
    /// By a child of its own, from which the host learns which pages runs write to. If every run has a child of its
    /// own, the host learns which pages runs read or write; then all learning runs come before the first other run.
    Learning,
    /// By a worker, which does one run after another.
    Worker,
}

impl RunMode {
    /// The name of this way.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Child => "a child for every run",
            Self::Learning => "a learning run",
            Self::Worker => "the worker",
        }
    }
}

/// The least processor time that a run of our own gets. It must not fail because the limit for players' runs is low.
const OWN_TIME: Duration = Duration::from_secs(10);
/// The length field while there is no answer.
const NO_ANSWER: u32 = u32::MAX;
/// The most runs that one worker does. This bounds its total processor time.
const MAX_WORKER_RUNS: u32 = 100_000;
/// Seconds of processor time that a child may use in addition to its runs, because the kernel counts whole seconds.
const SPARE_SECONDS: u64 = 2;
/// The stack of an interpreter.
const STACK_BYTES: u64 = 8 << 20;
/// Room for all memory that an interpreter has written to, if every run has a child of its own. This is much more than
/// any interpreter needs, which costs nothing: unwritten parts of the file take up no memory.
const IMAGE_BYTES: usize = 1 << 28;
/// Address space in addition to the limits of a run, for libraries, locales, the snapshot and the mail.
const OVERHEAD_BYTES: u64 = 1 << 30;

/// The process of an interpreter, from which runs start.
#[derive(Debug)]
pub struct Snapshot {
    line: WorkerChannel,
    isolation: Isolation,
    limits: RunLimits,
    mail: SharedMemory,
    memory: Memory,
    /// The number of runs that the worker has done.
    worker_runs: u32,
    max_worker_runs: u32,
    /// Whether the process now only forks. From then on there are no learning runs.
    only_forks: bool,
    /// The length of the last request.
    requested: usize,
}

impl Snapshot {
    /// Starts an interpreter and waits for its snapshot. The process ends when the calling thread ends, if not earlier.
    ///
    /// The interpreter must map or copy file 3 (the agent: [`super::AGENT_BYTES`] bytes, read and execute). It must map
    /// memory for the agent, and file 4 (the mail, shared, read-only), at the addresses in `agent.h`. It must call the
    /// agent where a run begins and where it ends. If every run has a child of its own, there is also file 5, which
    /// only the agent uses.
    ///
    /// # Errors
    /// If the machine lacks a required isolation feature, or the process ends before its snapshot is taken.
    ///
    /// # Panics
    /// If the agent breaks its own protocol.
    pub fn start(
        interpreter: &Interpreter,
        agent: &AgentImage,
        isolation: Isolation,
        limits: RunLimits,
        features: IsolationFeatures,
        processor: Option<usize>,
    ) -> Result<Self, SandboxError> {
        features.required()?;
        require_seconds(limits.time.as_secs().saturating_add(SPARE_SECONDS))?;
        system::become_reaper();
        let mail_bytes = (REQUEST_OFFSET + 4 + limits.request_bytes).next_multiple_of(1 << 12);
        let mut mail = SharedMemory::new(c"bout-mail", mail_bytes)?;
        let (words_from, words) = pipe()?;
        let (reports, reports_to) = system::packet_pipe()?;
        let silent = system::memory_file(c"bout-silent", false)?;
        let path = text(interpreter.path.as_os_str().as_bytes());
        let arguments: Vec<CString> = std::iter::once(path.clone())
            .chain(interpreter.arguments.iter().map(|one| text(one.as_bytes())))
            .collect();
        let environment: Vec<CString> = interpreter
            .environment
            .iter()
            .map(|(key, value)| text(format!("{key}={value}").as_bytes()))
            .collect();
        let root = (features.mount_namespace && features.pid_namespace)
            .then(|| Root::new(&interpreter.readable, false));
        let image = (isolation == Isolation::Fork)
            .then(|| system::memory_file_with_room(c"bout-image", IMAGE_BYTES))
            .transpose()?;
        // Standard error leads nowhere.
        let files = [&words_from, &reports_to, &silent, &agent.file, mail.file()];
        let files: Vec<&OwnedFd> = files.into_iter().chain(&image).collect();
        let process = spawn(&Spawn {
            executable: Executable::Path(&path),
            arguments: &arguments,
            environment: &environment,
            files: &files,
            limits: process_limits(&limits, mail_bytes),
            features: IsolationFeatures { cgroup: false, ..features },
            // The agent's children install their own filters before any foreign code runs.
            filter: None,
            landlock: if features.landlock { files::ruleset(&interpreter.readable, &[])? } else { None },
            root: root.as_ref(),
            groups: &[],
            processor,
            user: User::NOBODY,
            processes: OwnProcesses::Hidden,
            addresses: Addresses::Fixed,
        })?;
        drop((words_from, reports_to));
        let mut line = WorkerChannel::new(process, words, reports, limits.time, b'Q');
        let greeting: [u8; 24] = line.greeting()?;
        let number = |at: usize| u64::from_le_bytes(greeting[at..at + 8].try_into().expect("8 bytes"));
        let found = ProgramMemory { heap_end: number(8), thread: number(16) };
        let memory = Memory::of(line.pid(), isolation)?;
        mail.put(0, &orders(agent, isolation, found, &limits, &memory));
        line.say(b'C')?;
        Ok(Self {
            line,
            isolation,
            limits,
            mail,
            memory,
            worker_runs: 0,
            max_worker_runs: max_worker_runs(limits.time),
            only_forks: false,
            requested: 0,
        })
    }

    /// How its runs are kept apart.
    #[must_use]
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Whether it can still be used. It cannot after a run that had to be killed, or after a failure of our own.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.line.is_usable()
    }

    /// The approximate memory in bytes that it takes up while nothing runs: the mail, and the memory that exists twice.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        2 * self.memory.writable_bytes() + (REQUEST_OFFSET + self.limits.request_bytes) as u64
    }

    /// The processor time that runs have used.
    #[must_use]
    pub fn processor_time(&mut self) -> Duration {
        self.line.processor_time()
    }

    /// Does a run of our own in the given way only, and returns its answer. The run may take longer than others. It
    /// shows whether this way works.
    ///
    /// # Errors
    /// If there is no answer, because the way does not work on this machine.
    pub fn run_own(&mut self, way: RunMode, request: &[u8]) -> Result<Vec<u8>, SandboxError> {
        if self.isolation == Isolation::Fork && way == RunMode::Worker {
            return Err(own_run(way, "every run has a child here"));
        }
        if self.only_forks && way == RunMode::Learning {
            return Err(own_run(way, "runs have begun"));
        }
        let time = self.line.allow(OWN_TIME.max(self.limits.time));
        let ran = match way {
            RunMode::Child => self.run_in_child(request, b'F').map(|ran| ran.run),
            RunMode::Learning => self.run_in_child(request, b'L').map(|ran| ran.run),
            RunMode::Worker => self.ask_worker(request).map(|(said, answer)| match (said, answer) {
                (CallEnd::Returned, Some(answer)) => Run::Answered(answer),
                (CallEnd::Returned, None) => Run::Failed(Failure::Exit(0)),
                (CallEnd::Failed(failure), _) => Run::Failed(failure),
            }),
        };
        self.line.allow(time);
        match ran? {
            Run::Answered(answer) => Ok(answer),
            Run::OutOfMemory => Err(own_run(way, "it ran out of memory")),
            Run::Failed(failure) => Err(own_run(way, failure)),
        }
    }

    /// Does one run.
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    ///
    /// # Panics
    /// If the request is longer than the limits allow.
    pub fn run(&mut self, request: &[u8]) -> Result<FinishedRun, SandboxError> {
        let ran = match self.isolation {
            Isolation::Fork => self.run_in_child(request, b'F'),
            Isolation::Reset | Isolation::Fast => self.run_in_worker(request),
        };
        if ran.is_err() {
            self.line.kill();
        }
        ran
    }

    /// The quick way. Its result counts if there is an answer, or if the run reached its time limit. Otherwise a child
    /// does the run again and decides.
    fn run_in_worker(&mut self, request: &[u8]) -> Result<FinishedRun, SandboxError> {
        let run = match self.ask_worker(request)? {
            (CallEnd::Returned, Some(answer)) => Run::Answered(answer),
            (CallEnd::Returned, None) => return self.run_in_child(request, b'F'),
            (CallEnd::Failed(Failure::Time), _) => Run::Failed(Failure::Time),
            // The run has used up its memory, or it waits for a word, which a child could not do. A child finds out
            // which.
            (CallEnd::Failed(Failure::Syscall), _) if self.line.is_usable() => {
                return self.run_in_child(request, b'F');
            }
            (CallEnd::Failed(_), _) if self.line.is_usable() => return self.run_in_child(request, b'L'),
            (CallEnd::Failed(failure), _) => Run::Failed(failure),
        };
        Ok(FinishedRun { run, done_by: DoneBy::Worker })
    }

    fn ask_worker(&mut self, request: &[u8]) -> Result<(CallEnd, Option<Vec<u8>>), SandboxError> {
        if self.worker_runs >= self.max_worker_runs {
            self.line.finish()?;
            self.worker_runs = 0;
        }
        self.put(request);
        self.worker_runs += 1;
        let said = self.line.ask_worker()?;
        if said != CallEnd::Returned {
            self.worker_runs = 0;
        }
        Ok((said, self.answer()))
    }

    /// The certain way. With the word `L` the host also learns which pages the run has used.
    fn run_in_child(&mut self, request: &[u8], word: u8) -> Result<FinishedRun, SandboxError> {
        self.line.finish()?;
        self.worker_runs = 0;
        self.put(request);
        if self.isolation == Isolation::Fork && word == b'F' && !self.only_forks {
            self.line.say(b'N')?;
            self.only_forks = true;
        }
        if word == b'L' {
            self.mail.put(USED_OFFSET, &vec![0; self.memory.pages()]);
        }
        let said = self.line.ask_child(word)?;
        let run = match (said, self.answer()) {
            (CallEnd::Returned, Some(answer)) => Run::Answered(answer),
            (CallEnd::Returned, None) => Run::Failed(Failure::Exit(0)),
            (CallEnd::Failed(Failure::Syscall), _) if self.line.is_usable() => Run::OutOfMemory,
            (CallEnd::Failed(failure), _) => Run::Failed(failure),
        };
        let is_learnt_from = word == b'L' && matches!(run, Run::Answered(_)) && self.learn();
        Ok(FinishedRun { run, done_by: if is_learnt_from { DoneBy::LearningChild } else { DoneBy::Child } })
    }

    /// Adds the pages that the last child used to the hot pages. Returns true if this adds pages and their number stays
    /// within the limit.
    fn learn(&mut self) -> bool {
        let used = self.mail.bytes(USED_OFFSET, self.memory.pages());
        // If every run has a child of its own, a page that is not hot would cost more.
        let most = if self.isolation == Isolation::Fork { usize::MAX } else { self.limits.hot_pages };
        let is_more = self.memory.heat(&used, most);
        if is_more {
            self.mail.put(HOT_OFFSET, &ranges(&self.memory.hot_ranges(), MAX_HOT_RANGES));
        }
        is_more
    }

    fn put(&mut self, request: &[u8]) {
        assert!(request.len() <= self.limits.request_bytes, "the request is as long as was agreed on");
        let length = u32::try_from(request.len()).expect("requests are shorter than 4 GiB");
        self.mail.put(ANSWER_OFFSET, &NO_ANSWER.to_le_bytes());
        self.mail.put(REQUEST_OFFSET, &length.to_le_bytes());
        self.mail.put(REQUEST_OFFSET + 4, request);
        // Clear the rest of the last request behind this one.
        self.mail
            .put(REQUEST_OFFSET + 4 + request.len(), &vec![0; self.requested.saturating_sub(request.len())]);
        self.requested = request.len();
    }

    /// The answer. `None` if the interpreter wrote no answer or an invalid one.
    fn answer(&self) -> Option<Vec<u8>> {
        let length = usize::try_from(u32::from_le_bytes(self.mail.get(ANSWER_OFFSET))).ok()?;
        (length <= MAX_ANSWER_BYTES).then(|| self.mail.bytes(ANSWER_OFFSET + 4, length))
    }
}

fn own_run(way: RunMode, why: impl std::fmt::Display) -> SandboxError {
    SandboxError::OwnRun { way: way.name(), why: why.to_string() }
}

/// Offsets in `struct orders`.
const CLOCKS_OFFSET: usize = 40;
const TEXTS_OFFSET: usize = CLOCKS_OFFSET + 8 + 16 * MAX_CLOCKS;
const AREAS_OFFSET: usize = TEXTS_OFFSET + 8 + 16 * MAX_TEXTS;
const HOT_OFFSET: usize = AREAS_OFFSET + 8 + 24 * MAX_AREAS;
const FILTERS_OFFSET: usize = HOT_OFFSET + 8 + 16 * MAX_HOT_RANGES;

/// How many runs with this time limit a worker does. Our own hard limit on processor time, which the worker inherits,
/// may allow fewer.
fn max_worker_runs(time: Duration) -> u32 {
    let allowed = Duration::from_secs(most_seconds().saturating_sub(SPARE_SECONDS));
    let runs = allowed.as_nanos() / time.as_nanos().max(1);
    u32::try_from(runs).unwrap_or(u32::MAX).clamp(1, MAX_WORKER_RUNS)
}

/// The orders that the agent gets at the beginning (`struct orders`).
fn orders(
    agent: &AgentImage,
    isolation: Isolation,
    found: ProgramMemory,
    limits: &RunLimits,
    memory: &Memory,
) -> Vec<u8> {
    let heap_limit = found.heap_end + limits.heap_bytes;
    let only_forks = isolation == Isolation::Fork;
    let other_filter = if only_forks {
        agent.fork_server_filter(found, heap_limit)
    } else {
        agent.worker_filter(found, heap_limit)
    };
    let mut accesses: Vec<u64> = memory.areas().iter().map(|area| area.access.protection()).collect();
    accesses.sort_unstable();
    accesses.dedup();
    let filters = [agent.child_filter(found, heap_limit, &accesses), other_filter];
    let seconds =
        limits.time.saturating_mul(max_worker_runs(limits.time)).as_secs().saturating_add(SPARE_SECONDS);
    let mut orders = vec![0; FILTERS_OFFSET + 2 * (8 + 8 * MAX_FILTER)];
    let mut put = |at: usize, bytes: &[u8]| orders[at..at + bytes.len()].copy_from_slice(bytes);
    let [has_fsgsbase, clean, clean_bytes] = agent.processor_orders();
    for (nth, number) in
        [has_fsgsbase, seconds, clean, clean_bytes, only_forks.into()].into_iter().enumerate()
    {
        put(8 * nth, &number.to_le_bytes());
    }
    put(CLOCKS_OFFSET, &ranges(memory.clocks(), MAX_CLOCKS));
    put(TEXTS_OFFSET, &ranges(memory.texts(), MAX_TEXTS));
    put(AREAS_OFFSET, &areas(memory.areas()));
    put(HOT_OFFSET, &ranges(&memory.hot_ranges(), MAX_HOT_RANGES));
    for (nth, filter) in filters.iter().enumerate() {
        assert!(filter.len() <= MAX_FILTER, "the filter has room");
        let at = FILTERS_OFFSET + nth * (8 + 8 * MAX_FILTER);
        put(at, &(filter.len() as u64).to_le_bytes());
        for (nth, instruction) in filter.iter().enumerate() {
            let at = at + 8 + 8 * nth;
            put(at, &instruction.code.to_le_bytes());
            put(at + 2, &[instruction.jt, instruction.jf]);
            put(at + 4, &instruction.k.to_le_bytes());
        }
    }
    orders
}

/// A count, and then that many pairs of addresses.
fn ranges(ranges: &[std::ops::Range<u64>], most: usize) -> Vec<u8> {
    assert!(ranges.len() <= most, "the ranges have room");
    let numbers = ranges.iter().flat_map(|range| [range.start, range.end]);
    std::iter::once(ranges.len() as u64).chain(numbers).flat_map(u64::to_le_bytes).collect()
}

/// A count, and then that many areas. Each area is two addresses and the access that runs have.
fn areas(areas: &[Area]) -> Vec<u8> {
    assert!(areas.len() <= MAX_AREAS, "the areas have room");
    let numbers = areas.iter().flat_map(|area| [area.at.start, area.at.end, area.access.protection()]);
    std::iter::once(areas.len() as u64).chain(numbers).flat_map(u64::to_le_bytes).collect()
}

fn process_limits(limits: &RunLimits, mail_bytes: usize) -> Limits {
    let mail_bytes = mail_bytes as u64;
    Limits {
        memory_bytes: limits.heap_bytes + STACK_BYTES + mail_bytes.next_multiple_of(PAGE) + OVERHEAD_BYTES,
        // This is the limit of the agent itself. Its children get theirs from the orders.
        processor_time: Duration::MAX,
        file_bytes: mail_bytes,
        open_files: 64,
        processes: 512,
    }
}
