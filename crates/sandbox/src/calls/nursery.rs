//! The process that bots' processes come from.

use std::ffi::CString;
use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use super::image::Image;
use super::layout::{HEAP_START, POISON, QUESTION_BYTES, WORD_OFFSET};
use crate::spawn::{Executable, Process, Spawn, spawn};
use crate::system::{self, Shared, pipe};
use crate::{Limits, SandboxError, Walls};

/// How the calls of a bot are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Isolation {
    /// One process a match; memory and registers are reset before every call, from outside the bot's reach.
    Reset,
    /// A process for every call.
    Fork,
    /// One process a match; what a call leaves in memory stays.
    Fast,
}

/// What calls of a bot may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// Processor time of one call.
    pub call_time: Duration,
    /// The heap in bytes, a multiple of the page size.
    pub heap_bytes: u64,
    /// The stack in bytes, a multiple of the page size.
    pub stack_bytes: u64,
    /// How many calls a worker answers at most, to bound its processor time altogether.
    pub calls: u64,
}

/// How a bot failed to answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It died of this signal.
    Signal(i32),
    /// It used up its processor time.
    Time,
    /// It ended with this code, or without having answered.
    Exit(i32),
    /// It made a system call, or waited where there was nothing to wait for.
    Syscall,
}

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// The function's value.
    Answered(i64),
    /// The bot failed.
    Failed(Failure),
}

/// The exit code by which the library's `abort` ends (`resident.S`).
const ABORTED: i32 = 134;
/// The exit code of a worker that has ended at the host's word (`resident.S`).
const MATCH_ENDED: i32 = 77;
/// From this exit code on, the resident's own beginning failed at step code - 200.
const RESIDENT_FAILED: i32 = 200;
/// How long a call may wait for a processor beyond what it may use, before the host counts as overloaded.
const PATIENCE: Duration = Duration::from_secs(30);
/// The least time between two looks at a call that takes long.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
/// Address space beyond heap and stack: code, tables, shared pages.
const OVERHEAD_BYTES: u64 = 64 << 20;
/// A report of the nursery: its kind, a child's status, and how much processor time it used.
const REPORT_BYTES: usize = 48;
/// Offsets of the header at the start of the question's page (`struct bout_header`).
const HEADER_HEAP: usize = 8;

/// A confined process that forks for calls.
#[derive(Debug)]
pub struct Nursery {
    process: Process,
    isolation: Isolation,
    limits: CallLimits,
    words: OwnedFd,
    reports: OwnedFd,
    question: Shared,
    answer: Shared,
    worker: Option<Worker>,
    is_broken: bool,
    /// Processor time of children that have ended.
    used: Duration,
}

/// What is known of a call that takes long.
enum Lingers {
    /// It has failed.
    Failed(Failure),
    /// It may still use so much processor time.
    Has(Duration),
}

/// A process that answers one call after the other.
#[derive(Debug, Default)]
struct Worker {
    /// Its number, once somebody had to know it.
    pid: Option<libc::pid_t>,
    /// Its processor time when it was last looked at.
    measured: Duration,
    /// The time that calls have taken since then: it has used at most so much more.
    unmeasured: Duration,
}

impl Nursery {
    /// Starts a nursery for a bot. It ends with the calling thread at the latest.
    ///
    /// # Errors
    /// If the machine lacks a required wall, or the process cannot be started.
    pub fn start(
        image: &Image,
        isolation: Isolation,
        limits: CallLimits,
        walls: Walls,
        processor: Option<usize>,
    ) -> Result<Self, SandboxError> {
        walls.required()?;
        system::become_reaper();
        let token = system::random_number()?;
        let config = config(image, isolation, &limits, token);
        let config = system::memory_file_of(c"bout-config", &config, false)?;
        let mut question = Shared::new(c"bout-question", QUESTION_BYTES)?;
        question.put(0, &header(isolation, &limits));
        let answer = Shared::new(c"bout-answer", QUESTION_BYTES)?;
        let (words_from, words) = pipe()?;
        let (reports, reports_to) = system::packet_pipe()?;
        let silent = system::memory_file(c"bout-silent", false)?;
        // Standard error leads nowhere.
        let files = [&words_from, &reports_to, &silent, &config, question.file(), answer.file()];
        let process = spawn(&Spawn {
            executable: Executable::Open(&image.file),
            arguments: &[CString::from(c"bot")],
            environment: &[],
            files: &files,
            limits: process_limits(&limits),
            // The resident maps its memory and shuts itself in before any bot code runs; the file system, which it
            // cannot reach any more then, needs no walls of its own.
            walls: Walls { mount_namespace: false, landlock: false, cgroup: false, ..walls },
            filter: None,
            landlock: None,
            root: None,
            groups: &[],
            processor,
        })?;
        Ok(Self {
            process,
            isolation,
            limits,
            words,
            reports,
            question,
            answer,
            worker: None,
            is_broken: false,
            used: Duration::ZERO,
        })
    }

    /// How its calls are kept apart.
    #[must_use]
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Whether it can be used on: not after a failure of a bot that had to be killed, or one of ours.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        !self.is_broken
    }

    /// The processor time that the bot has used since [`Nursery::begin`].
    #[must_use]
    pub fn processor_time(&self) -> Duration {
        let running = self.worker.as_ref().and_then(|worker| {
            let pid = worker.pid.or_else(|| child_of(self.process.pid()))?;
            system::processor_time(pid)
        });
        self.used + running.unwrap_or_default()
    }

    /// Begins a match: from here on processor time is counted.
    pub fn begin(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Asks the bot. `question` are bytes that end at the question's end; `seed` is what `rand` starts from.
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    ///
    /// # Panics
    /// If the question is longer than its page has room for.
    pub fn call(&mut self, question: &[u8], seed: u64) -> Result<Call, SandboxError> {
        self.question.put(HEADER_HEAP + 16, &seed.to_le_bytes());
        self.question.put(QUESTION_BYTES - question.len(), question);
        let called = self.ask();
        if !matches!(called, Ok(Call::Answered(_))) {
            self.is_broken |= self.isolation != Isolation::Fork || called.is_err();
        }
        called
    }

    fn ask(&mut self) -> Result<Call, SandboxError> {
        self.answer.wipe();
        self.answer.put(0, &POISON.to_le_bytes());
        if self.isolation == Isolation::Fork {
            // A worker finds its word there, too.
            self.answer.put(WORD_OFFSET, b"Q");
            self.say(b'F')?;
        } else {
            if self.worker.is_none() {
                self.say(b'W')?;
                self.worker = Some(Worker::default());
            }
            self.say(b'Q')?;
        }
        let start = Instant::now();
        let mut wait = self.limits.call_time;
        loop {
            let [is_ready] = system::wait_readable([&self.reports], wait)?;
            if is_ready {
                return self.heard(start);
            }
            match self.lingers(start)? {
                Lingers::Failed(failure) => {
                    self.kill();
                    return Ok(Call::Failed(failure));
                }
                // It cannot use up the rest any sooner.
                Lingers::Has(rest) => wait = rest + SHORTEST_WAIT,
            }
        }
    }

    /// Something came from the process: the worker's wake byte, or a report of the nursery that a child has ended.
    fn heard(&mut self, start: Instant) -> Result<Call, SandboxError> {
        let mut report = [0; REPORT_BYTES];
        let got = system::read(&self.reports, &mut report);
        let got = got.map_err(|cause| SandboxError::System { doing: "hear of a bot", cause })?;
        match (got, report[0]) {
            (1, b'A') => Ok(self.woken(start)),
            (REPORT_BYTES, b'D') => self.ended(&report),
            (REPORT_BYTES, b'F') => {
                let code = i32::from_le_bytes(report[8..12].try_into().expect("4 bytes"));
                Err(SandboxError::System { doing: "fork a bot", cause: io::Error::from_raw_os_error(-code) })
            }
            (0, _) => {
                let status = self.process.end();
                Err(SandboxError::Resident(status.map_or_else(|| "nobody knows how".into(), ending)))
            }
            _ => Err(SandboxError::Resident("it said something that it never says".into())),
        }
    }

    /// The worker has answered.
    fn woken(&mut self, start: Instant) -> Call {
        let elapsed = start.elapsed();
        let call_time = self.limits.call_time;
        let worker = self.worker.as_mut().expect("a worker has woken us");
        if elapsed > call_time {
            let before = worker.measured + worker.unmeasured;
            if self.worker_time().is_some_and(|now| now.saturating_sub(before) > call_time) {
                self.kill();
                return Call::Failed(Failure::Time);
            }
        } else {
            worker.unmeasured += elapsed;
            if worker.unmeasured > call_time / 100 {
                self.worker_time();
            }
        }
        match i64::from_le_bytes(self.answer.get(0)) {
            POISON => {
                self.kill();
                Call::Failed(Failure::Exit(0))
            }
            answer => Call::Answered(answer),
        }
    }

    /// A child has ended: as it should after one call, or as a worker should not.
    fn ended(&mut self, report: &[u8; REPORT_BYTES]) -> Result<Call, SandboxError> {
        let number = |at: usize| i64::from_le_bytes(report[at..at + 8].try_into().expect("8 bytes"));
        let time = |at: usize| {
            let seconds = Duration::from_secs(number(at).unsigned_abs());
            seconds + Duration::from_micros(number(at + 8).unsigned_abs())
        };
        let used = time(16) + time(32);
        self.used += used;
        let was_worker = self.worker.take().is_some();
        let status = i32::from_le_bytes(report[8..12].try_into().expect("4 bytes"));
        let is_late = !was_worker && used > self.limits.call_time;
        Ok(match (libc::WIFEXITED(status), libc::WEXITSTATUS(status), libc::WTERMSIG(status)) {
            _ if is_late => Call::Failed(Failure::Time),
            (true, 0, _) if !was_worker => match i64::from_le_bytes(self.answer.get(0)) {
                POISON => Call::Failed(Failure::Exit(0)),
                answer => Call::Answered(answer),
            },
            (true, ABORTED, _) => Call::Failed(Failure::Signal(libc::SIGABRT)),
            (true, code, _) => Call::Failed(Failure::Exit(code)),
            (_, _, libc::SIGSYS) => Call::Failed(Failure::Syscall),
            (_, _, libc::SIGXCPU) => Call::Failed(Failure::Time),
            // Nobody but the kernel, short of memory, or somebody at the machine kills what we did not kill.
            (_, _, libc::SIGKILL) => {
                return Err(SandboxError::Resident(
                    "it was killed from outside, or the machine ran out of memory".into(),
                ));
            }
            (_, _, signal) => Call::Failed(Failure::Signal(signal)),
        })
    }

    /// A call has taken at least its processor time by the wall clock: has it used it?
    fn lingers(&mut self, start: Instant) -> Result<Lingers, SandboxError> {
        let waited = start.elapsed();
        let before =
            self.worker.as_ref().map_or(Duration::ZERO, |worker| worker.measured + worker.unmeasured);
        let child = self.child();
        let used = child.and_then(system::processor_time).unwrap_or_default().saturating_sub(before);
        if used > self.limits.call_time {
            return Ok(Lingers::Failed(Failure::Time));
        }
        let rest = Lingers::Has(self.limits.call_time.saturating_sub(used));
        // A worker that sleeps waits for a word that nobody owes it: it has not answered.
        if self.worker.is_some() && child.is_some_and(sleeps) {
            let [has_answered] = system::wait_readable([&self.reports], Duration::ZERO)?;
            return Ok(if has_answered { rest } else { Lingers::Failed(Failure::Syscall) });
        }
        if waited > self.limits.call_time + PATIENCE {
            self.kill();
            return Err(SandboxError::Overloaded {
                used_ms: used.as_millis(),
                waited_ms: waited.as_millis(),
            });
        }
        Ok(rest)
    }

    /// Ends the match's worker, if there is one, and keeps the nursery for the next match.
    ///
    /// # Errors
    /// If our own machinery fails.
    pub fn finish(&mut self) -> Result<(), SandboxError> {
        if self.worker.is_none() || self.is_broken {
            return Ok(());
        }
        self.say(b'E')?;
        let [is_ready] = system::wait_readable([&self.reports], PATIENCE)?;
        let ended = if is_ready { self.heard(Instant::now()) } else { Ok(Call::Failed(Failure::Time)) };
        if !matches!(ended, Ok(Call::Failed(Failure::Exit(MATCH_ENDED)))) {
            self.kill();
        }
        Ok(())
    }

    fn say(&mut self, word: u8) -> Result<(), SandboxError> {
        let said = system::write(&self.words, &[word]);
        said.map(|_| ()).map_err(|cause| SandboxError::System { doing: "speak to a bot", cause })
    }

    fn kill(&mut self) {
        self.used = self.processor_time();
        self.worker = None;
        self.is_broken = true;
        self.process.end();
    }

    /// The processor time of the worker so far, exactly.
    fn worker_time(&mut self) -> Option<Duration> {
        let now = system::processor_time(self.child()?)?;
        let worker = self.worker.as_mut()?;
        (worker.measured, worker.unmeasured) = (now, Duration::ZERO);
        Some(now)
    }

    /// The number of the nursery's child: the worker, or the process of this call.
    fn child(&mut self) -> Option<libc::pid_t> {
        if let Some(known) = self.worker.as_ref().and_then(|worker| worker.pid) {
            return Some(known);
        }
        let child = child_of(self.process.pid());
        if let Some(worker) = &mut self.worker {
            worker.pid = child;
        }
        child
    }
}

/// The one child of a process, as we number it.
fn child_of(pid: libc::pid_t) -> Option<libc::pid_t> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    children.ok()?.split_whitespace().next()?.parse().ok()
}

/// Whether a process waits for something that is not a processor or a page.
fn sleeps(pid: libc::pid_t) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name, in brackets, may hold anything.
    status.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('S'))
}

/// How the nursery itself ended, in words.
fn ending(status: i32) -> String {
    match (libc::WIFEXITED(status), libc::WEXITSTATUS(status)) {
        (true, code) if code > RESIDENT_FAILED => {
            format!("its beginning failed at step {}", code - RESIDENT_FAILED)
        }
        (true, code) => format!("it ended with code {code}"),
        (false, _) => format!("it died of signal {}", libc::WTERMSIG(status)),
    }
}

fn process_limits(limits: &CallLimits) -> Limits {
    Limits {
        memory_bytes: limits.heap_bytes + limits.stack_bytes + OVERHEAD_BYTES,
        // The nursery's own: its children have theirs from the header.
        processor_time: Duration::MAX,
        file_bytes: 0,
        open_files: 16,
        processes: 512,
    }
}

/// The processor time in whole seconds after which the kernel ends a child, should the host not have done it.
fn child_seconds(isolation: Isolation, limits: &CallLimits) -> u64 {
    let calls = if isolation == Isolation::Fork { 1 } else { limits.calls };
    let calls = u32::try_from(calls).unwrap_or(u32::MAX);
    limits.call_time.saturating_mul(calls).as_secs().saturating_add(2)
}

/// What the resident reads from `CONFIG_FILE` into its secret page (`struct config`).
fn config(image: &Image, isolation: Isolation, limits: &CallLimits, token: u64) -> Vec<u8> {
    const NUMBERS: usize = 256;
    const FILTER: usize = NUMBERS + 40;
    const PROGRAM: usize = 0xfe0;
    const SECRET: u64 = 0x0e30_0000;
    let filter = image.filter(isolation, token);
    let mut page = vec![0; 4096];
    page[..8].copy_from_slice(&token.to_le_bytes());
    let numbers = [image.entry(isolation), limits.stack_bytes, limits.heap_bytes, 1, filter.len() as u64];
    for (at, number) in numbers.into_iter().enumerate() {
        page[NUMBERS + 8 * at..NUMBERS + 8 * at + 8].copy_from_slice(&number.to_le_bytes());
    }
    assert!(FILTER + 8 * filter.len() <= PROGRAM, "the filter fits into the page");
    for (at, instruction) in filter.iter().enumerate() {
        let place = &mut page[FILTER + 8 * at..FILTER + 8 * at + 8];
        place[..2].copy_from_slice(&instruction.code.to_le_bytes());
        place[2] = instruction.jt;
        place[3] = instruction.jf;
        place[4..].copy_from_slice(&instruction.k.to_le_bytes());
    }
    let length = u16::try_from(filter.len()).expect("the filter fits into the page");
    page[PROGRAM..PROGRAM + 2].copy_from_slice(&length.to_le_bytes());
    page[PROGRAM + 8..PROGRAM + 16].copy_from_slice(&(SECRET + FILTER as u64).to_le_bytes());
    page
}

/// The header of the question's page.
fn header(isolation: Isolation, limits: &CallLimits) -> Vec<u8> {
    let seconds = child_seconds(isolation, limits);
    let numbers =
        [u64::from(system::has_fsgsbase()), HEAP_START, HEAP_START + limits.heap_bytes, 0, seconds, seconds];
    numbers.into_iter().flat_map(u64::to_le_bytes).collect()
}
