//! The channel between the host and a resident, our own code inside a confined process, which forks to answer calls.
//!
//! The host sends commands of one byte. `F` forks a child for one call. `W` forks a worker, which answers one call for
//! each question byte and ends at an `E`; each kind of resident has its own question byte. The resident sends packets:
//! an `A` when the worker has answered, and a report when a child has ended.

use std::io;
use std::os::fd::OwnedFd;
use std::time::Duration;

use crate::SandboxError;
use crate::clock::{self, Moment};
use crate::spawn::Process;
use crate::system;

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

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Signal(signal) => write!(out, "it died of signal {signal}"),
            Self::Time => write!(out, "it used up its processor time"),
            Self::Exit(code) => write!(out, "it ended with code {code} and without an answer"),
            Self::Syscall => write!(out, "it made a system call that it may not make"),
        }
    }
}

/// How a call came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallEnd {
    /// The resident says that it was answered; whether it was, the memory that the answer lies in must show.
    Returned,
    /// It failed.
    Failed(Failure),
}

/// The exit code by which the library's `abort` ends (`resident.S`).
const ABORTED: i32 = 134;
/// From this exit code on, the resident's own beginning failed at step code - 200.
const RESIDENT_FAILED: i32 = 200;
/// How long a call may wait for a processor beyond what it may use, before the host counts as overloaded.
const PATIENCE: Duration = Duration::from_secs(30);
/// The least time between two looks at a call that takes long.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
/// A report: its kind, a child's status, and how much processor time it used.
const REPORT_BYTES: usize = 48;

/// What a resident said at once.
struct Report {
    bytes: [u8; REPORT_BYTES],
    length: usize,
}

/// What is known of a call that takes long.
enum SlowCall {
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

/// The channel to one resident.
#[derive(Debug)]
pub(crate) struct WorkerChannel {
    process: Process,
    words: OwnedFd,
    reports: OwnedFd,
    /// The processor time that one call may use.
    call_time: Duration,
    /// The word that asks the worker.
    question_word: u8,
    worker: Option<Worker>,
    is_broken: bool,
    /// Processor time of children that have ended.
    used: Duration,
}

impl WorkerChannel {
    /// The channel to a process that has just been started, with the ends of its pipes that are ours, and the word that
    /// asks its workers.
    pub(crate) fn new(
        process: Process,
        words: OwnedFd,
        reports: OwnedFd,
        call_time: Duration,
        question_word: u8,
    ) -> Self {
        Self {
            process,
            words,
            reports,
            call_time,
            question_word,
            worker: None,
            is_broken: false,
            used: Duration::ZERO,
        }
    }

    /// The process's number in our own namespace.
    pub(crate) fn pid(&self) -> libc::pid_t {
        self.process.pid()
    }

    /// Whether it can be used on: not after something had to be killed, or our own machinery failed.
    pub(crate) fn is_usable(&self) -> bool {
        !self.is_broken
    }

    /// The processor time that was used since [`WorkerChannel::begin`].
    pub(crate) fn processor_time(&self) -> Duration {
        let running = self.worker.as_ref().and_then(|worker| {
            let pid = worker.pid.or_else(|| child_of(self.process.pid()))?;
            system::processor_time(pid)
        });
        self.used + running.unwrap_or_default()
    }

    /// What one call may use from here on; gives what it was before.
    pub(crate) fn allow(&mut self, call_time: Duration) -> Duration {
        std::mem::replace(&mut self.call_time, call_time)
    }

    /// From here on processor time is counted.
    pub(crate) fn begin(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Has a call answered by a child of its own.
    pub(crate) fn ask_child(&mut self, word: u8) -> Result<CallEnd, SandboxError> {
        self.ask(word)
    }

    /// Has a call answered by the worker, who is started if there is none.
    pub(crate) fn ask_worker(&mut self) -> Result<CallEnd, SandboxError> {
        if self.worker.is_none() {
            self.say(b'W')?;
            self.worker = Some(Worker::default());
        }
        self.ask(self.question_word)
    }

    /// Says a word that asks something, and waits for what comes of it.
    fn ask(&mut self, word: u8) -> Result<CallEnd, SandboxError> {
        clock::give_up();
        let start = Moment::now();
        self.say(word)?;
        self.listen(start)
    }

    /// What the resident says before anything was asked of it: this many bytes, or why there are none.
    pub(crate) fn greeting<const N: usize>(&mut self) -> Result<[u8; N], SandboxError> {
        let [is_ready] = system::wait_readable([&self.reports], PATIENCE)?;
        if !is_ready {
            self.kill();
            return Err(SandboxError::Resident("it did not begin in time".into()));
        }
        let mut greeting = [0; N];
        let got = system::read(&self.reports, &mut greeting);
        let got = got.map_err(|cause| SandboxError::System { doing: "hear of a resident", cause })?;
        if got == N { Ok(greeting) } else { Err(self.lost()) }
    }

    fn listen(&mut self, start: Moment) -> Result<CallEnd, SandboxError> {
        let mut wait = self.call_time;
        loop {
            // The kernel mostly lets a worker on our own processor run as soon as it is asked, and it has answered by now. To
            // wait for what is there already would set a timer in vain.
            if let Some(report) = self.report()? {
                return self.heard(&report, start);
            }
            let [is_ready] = system::wait_readable([&self.reports], wait)?;
            if is_ready {
                continue;
            }
            match self.lingers(start)? {
                SlowCall::Failed(failure) => {
                    self.end_child();
                    return Ok(CallEnd::Failed(failure));
                }
                // It cannot use up the rest any sooner.
                SlowCall::Has(rest) => wait = rest + SHORTEST_WAIT,
            }
        }
    }

    /// What came from the process, if anything did; what comes from one that has ended is empty.
    fn report(&mut self) -> Result<Option<Report>, SandboxError> {
        let mut bytes = [0; REPORT_BYTES];
        match system::read(&self.reports, &mut bytes) {
            Ok(length) => Ok(Some(Report { bytes, length })),
            Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(cause) => Err(SandboxError::System { doing: "hear of a bot", cause }),
        }
    }

    /// What comes from the process, if anything does before our patience ends.
    fn report_in_time(&mut self) -> Result<Option<Report>, SandboxError> {
        let [is_ready] = system::wait_readable([&self.reports], PATIENCE)?;
        if is_ready { self.report() } else { Ok(None) }
    }

    /// Something came from the process: the worker's wake byte, or a report that a child has ended.
    fn heard(&mut self, report: &Report, start: Moment) -> Result<CallEnd, SandboxError> {
        let Report { bytes: report, length } = report;
        match (*length, report[0]) {
            (1, b'A') if self.worker.is_some() => Ok(self.woken(start)),
            (REPORT_BYTES, b'D') => self.ended(report),
            (REPORT_BYTES, b'F') => {
                let code = i32::from_le_bytes(report[8..12].try_into().expect("4 bytes"));
                Err(SandboxError::System { doing: "fork a bot", cause: io::Error::from_raw_os_error(-code) })
            }
            (0, _) => Err(self.lost()),
            _ => Err(SandboxError::Resident("it said something that it never says".into())),
        }
    }

    /// The error for a resident that has ended.
    fn lost(&mut self) -> SandboxError {
        let status = self.process.end();
        SandboxError::Resident(status.map_or_else(|| "nobody knows how".into(), ending))
    }

    /// The worker has answered.
    fn woken(&mut self, start: Moment) -> CallEnd {
        let elapsed = start.elapsed();
        // Kept, so that asking for the processor time after every call does not look for the worker each time.
        self.child();
        let worker = self.worker.as_mut().expect("a worker has woken us");
        if elapsed > self.call_time {
            let before = worker.measured + worker.unmeasured;
            if self.worker_time().is_some_and(|now| now.saturating_sub(before) > self.call_time) {
                self.kill();
                return CallEnd::Failed(Failure::Time);
            }
        } else {
            worker.unmeasured += elapsed;
            if worker.unmeasured > self.call_time / 100 {
                self.worker_time();
            }
        }
        CallEnd::Returned
    }

    /// A child has ended: as it should after one call, or as a worker should not.
    fn ended(&mut self, report: &[u8; REPORT_BYTES]) -> Result<CallEnd, SandboxError> {
        let number = |at: usize| i64::from_le_bytes(report[at..at + 8].try_into().expect("8 bytes"));
        let time = |at: usize| {
            let seconds = Duration::from_secs(number(at).unsigned_abs());
            seconds + Duration::from_micros(number(at + 8).unsigned_abs())
        };
        let used = time(16) + time(32);
        self.used += used;
        let was_worker = self.worker.take().is_some();
        let status = i32::from_le_bytes(report[8..12].try_into().expect("4 bytes"));
        let is_late = !was_worker && used > self.call_time;
        Ok(match (libc::WIFEXITED(status), libc::WEXITSTATUS(status), libc::WTERMSIG(status)) {
            _ if is_late => CallEnd::Failed(Failure::Time),
            (true, 0, _) if !was_worker => CallEnd::Returned,
            (true, ABORTED, _) => CallEnd::Failed(Failure::Signal(libc::SIGABRT)),
            (true, code, _) => CallEnd::Failed(Failure::Exit(code)),
            (_, _, libc::SIGSYS) => CallEnd::Failed(Failure::Syscall),
            (_, _, libc::SIGXCPU) => CallEnd::Failed(Failure::Time),
            // Nobody but the kernel, short of memory, or somebody at the machine kills what we did not kill.
            (_, _, libc::SIGKILL) => {
                return Err(SandboxError::Resident(
                    "it was killed from outside, or the machine ran out of memory".into(),
                ));
            }
            (_, _, signal) => CallEnd::Failed(Failure::Signal(signal)),
        })
    }

    /// The elapsed time of a call has reached its limit of processor time: checks whether the call has used that much.
    fn lingers(&mut self, start: Moment) -> Result<SlowCall, SandboxError> {
        let waited = start.elapsed();
        let before =
            self.worker.as_ref().map_or(Duration::ZERO, |worker| worker.measured + worker.unmeasured);
        let child = self.child();
        let used = child.and_then(system::processor_time).unwrap_or_default().saturating_sub(before);
        if used > self.call_time {
            return Ok(SlowCall::Failed(Failure::Time));
        }
        let rest = SlowCall::Has(self.call_time.saturating_sub(used));
        // A worker that sleeps waits for a command that will not come: it has not answered.
        if self.worker.is_some() && child.is_some_and(sleeps) {
            let [has_answered] = system::wait_readable([&self.reports], Duration::ZERO)?;
            return Ok(if has_answered { rest } else { SlowCall::Failed(Failure::Syscall) });
        }
        if waited > self.call_time + PATIENCE {
            self.kill();
            return Err(SandboxError::Overloaded {
                used_ms: used.as_millis(),
                waited_ms: waited.as_millis(),
            });
        }
        Ok(rest)
    }

    /// Ends the worker, if there is one, and keeps the resident for later calls.
    pub(crate) fn finish(&mut self) -> Result<(), SandboxError> {
        if self.worker.is_none() || self.is_broken {
            return Ok(());
        }
        self.say(b'E')?;
        let ended = match self.report_in_time()? {
            Some(report) => self.heard(&report, Moment::now()),
            None => Ok(CallEnd::Failed(Failure::Time)),
        };
        // One that had ended before, in another way, has ended as well: the resident does not take the word for its own.
        let is_over = self.worker.is_none() && matches!(ended, Ok(CallEnd::Failed(_)));
        if !is_over {
            self.kill();
        }
        Ok(())
    }

    /// Says a word.
    pub(crate) fn say(&mut self, word: u8) -> Result<(), SandboxError> {
        match system::write(&self.words, &[word]) {
            Ok(_) => Ok(()),
            // Nobody is left to read it: how the resident ended says more than that it did.
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Err(self.lost()),
            Err(cause) => Err(SandboxError::System { doing: "speak to a bot", cause }),
        }
    }

    /// Ends the child that answers, or the resident with it where that cannot be done.
    fn end_child(&mut self) {
        let child = self.child().filter(|&child| {
            // Only while it is still the child's, the number means the child.
            system::process_file(child)
                .is_ok_and(|file| child_of(self.process.pid()) == Some(child) && system::kill_process(&file))
        });
        let report = child.and_then(|_| self.report_in_time().ok().flatten());
        // An answer may have been on its way. Then the worker's end is still to be reported, and is waited for no longer.
        let is_heard = report.is_some_and(|report| {
            // What it says is that the child was killed.
            let _ = self.heard(&report, Moment::now());
            self.worker.is_none()
        });
        let is_over = is_heard && !self.process.is_over();
        if !is_over {
            self.kill();
        }
    }

    /// Ends the resident and all its children.
    pub(crate) fn kill(&mut self) {
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

    /// The number of the resident's child: the worker, or the process of this call.
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

/// How the resident itself ended, in words.
fn ending(status: i32) -> String {
    match (libc::WIFEXITED(status), libc::WEXITSTATUS(status)) {
        (true, code) if code > RESIDENT_FAILED => {
            format!("its beginning failed at step {}", code - RESIDENT_FAILED)
        }
        (true, code) => format!("it ended with code {code}"),
        (false, _) => format!("it died of signal {}", libc::WTERMSIG(status)),
    }
}
