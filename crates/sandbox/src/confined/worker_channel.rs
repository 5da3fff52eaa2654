//! The channel between the host and a resident. A resident is our own code inside a confined process, and forks to
//! answer calls.
//!
//! The host sends commands of one byte. `F` forks a child for one call. `W` forks a worker, which answers one call for
//! each question byte and ends at an `E`. Each kind of resident has its own question byte. The resident sends packets:
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
    /// It ended with this code, or without an answer.
    Exit(i32),
    /// It made a forbidden system call, or waited although there was nothing to wait for.
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

/// How a call ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallEnd {
    /// The resident says that the call was answered. Whether it really was, the memory of the answer must show.
    Returned,
    /// It failed.
    Failed(Failure),
}

/// The exit code of the library's `abort` (`resident.S`).
const ABORTED: i32 = 134;
/// A larger exit code says that the resident's own start failed at step code - 200.
const RESIDENT_FAILED: i32 = 200;
/// How much longer than its processor time a call may take, because it waits for a processor, before the host counts as
/// overloaded.
const PATIENCE: Duration = Duration::from_secs(30);
/// The least time between two checks of a slow call.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);
/// The size of a report: its kind, a child's status, and the processor time that the child used.
const REPORT_BYTES: usize = 48;

/// One packet from a resident.
struct Report {
    bytes: [u8; REPORT_BYTES],
    length: usize,
}

/// The state of a slow call.
enum SlowCall {
    /// It has failed.
    Failed(Failure),
    /// It may still use this much processor time.
    Has(Duration),
}

/// A process that answers one call after another.
#[derive(Debug, Default)]
struct Worker {
    /// Its process number, once it was needed.
    pid: Option<libc::pid_t>,
    /// Its processor time at the last measurement.
    measured: Duration,
    /// The elapsed time of calls since then. The worker has used at most this much more processor time.
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
    /// The word that asks the worker a question.
    question_word: u8,
    worker: Option<Worker>,
    is_broken: bool,
    /// Processor time of children that have ended.
    used: Duration,
}

impl WorkerChannel {
    /// The channel to a process that has just been started. It gets our ends of the process's pipes, and the word that
    /// asks its workers a question.
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

    /// Whether it can still be used. It cannot after a process had to be killed, or after our own machinery failed.
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

    /// Sets the processor time that one call may use from here on. Returns the previous limit.
    pub(crate) fn allow(&mut self, call_time: Duration) -> Duration {
        std::mem::replace(&mut self.call_time, call_time)
    }

    /// Processor time is counted from here on.
    pub(crate) fn begin(&mut self) {
        self.used = Duration::ZERO;
    }

    /// Has a child of its own answer a call.
    pub(crate) fn ask_child(&mut self, word: u8) -> Result<CallEnd, SandboxError> {
        self.ask(word)
    }

    /// Has the worker answer a call. Starts a worker if there is none.
    pub(crate) fn ask_worker(&mut self) -> Result<CallEnd, SandboxError> {
        if self.worker.is_none() {
            self.say(b'W')?;
            self.worker = Some(Worker::default());
        }
        self.ask(self.question_word)
    }

    /// Sends a word that asks a question, and waits for the result.
    fn ask(&mut self, word: u8) -> Result<CallEnd, SandboxError> {
        clock::give_up();
        let start = Moment::now();
        self.say(word)?;
        self.listen(start)
    }

    /// The greeting that the resident sends before it is asked anything: this many bytes, or the reason why there are
    /// none.
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
            // The kernel usually lets a worker on our own processor run as soon as it is asked, so it has probably
            // answered by now. Waiting for a packet that is already there would set a timer for nothing.
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
                // It cannot use up the remaining time any sooner.
                SlowCall::Has(rest) => wait = rest + SHORTEST_WAIT,
            }
        }
    }

    /// The next packet from the process, if there is one. The packet from a process that has ended is empty.
    fn report(&mut self) -> Result<Option<Report>, SandboxError> {
        let mut bytes = [0; REPORT_BYTES];
        match system::read(&self.reports, &mut bytes) {
            Ok(length) => Ok(Some(Report { bytes, length })),
            Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => Ok(None),
            Err(cause) => Err(SandboxError::System { doing: "hear of a bot", cause }),
        }
    }

    /// The next packet from the process, if one comes before our patience ends.
    fn report_in_time(&mut self) -> Result<Option<Report>, SandboxError> {
        let [is_ready] = system::wait_readable([&self.reports], PATIENCE)?;
        if is_ready { self.report() } else { Ok(None) }
    }

    /// Handles a packet from the process: the worker's wake byte, or a report that a child has ended.
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

    /// Makes the error for a resident that has ended.
    fn lost(&mut self) -> SandboxError {
        let status = self.process.end();
        SandboxError::Resident(status.map_or_else(|| "nobody knows how".into(), ending))
    }

    /// Handles an answer of the worker.
    fn woken(&mut self, start: Moment) -> CallEnd {
        let elapsed = start.elapsed();
        // Remember the worker's number, so that we need not search for it each time we ask for the processor time after
        // a call.
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

    /// Handles the end of a child. A child should end after one call; a worker should not end.
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
            // We did not kill this child. Then it was the kernel, when memory ran short, or somebody at the machine.
            (_, _, libc::SIGKILL) => {
                return Err(SandboxError::Resident(
                    "it was killed from outside, or the machine ran out of memory".into(),
                ));
            }
            (_, _, signal) => CallEnd::Failed(Failure::Signal(signal)),
        })
    }

    /// Checks a call whose elapsed time has reached its limit of processor time: has it really used that much processor
    /// time?
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
        // A worker that sleeps without having answered waits for a command that will not come.
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
        // A worker that had already ended in another way counts as ended, too: the resident ignores a word that is not
        // meant for it.
        let is_over = self.worker.is_none() && matches!(ended, Ok(CallEnd::Failed(_)));
        if !is_over {
            self.kill();
        }
        Ok(())
    }

    /// Sends a word.
    pub(crate) fn say(&mut self, word: u8) -> Result<(), SandboxError> {
        match system::write(&self.words, &[word]) {
            Ok(_) => Ok(()),
            // The resident has ended. How it ended says more than the broken pipe.
            Err(cause) if cause.kind() == io::ErrorKind::BrokenPipe => Err(self.lost()),
            Err(cause) => Err(SandboxError::System { doing: "speak to a bot", cause }),
        }
    }

    /// Ends the child that answers. If that fails, ends the resident as well.
    fn end_child(&mut self) {
        let child = self.child().filter(|&child| {
            // The number may have passed to another process, so check that it still belongs to the child.
            system::process_file(child)
                .is_ok_and(|file| child_of(self.process.pid()) == Some(child) && system::kill_process(&file))
        });
        let report = child.and_then(|_| self.report_in_time().ok().flatten());
        // An answer may have been on its way. Then the report of the worker's end is still to come, and we do not wait
        // for it.
        let is_heard = report.is_some_and(|report| {
            // The report only says that the child was killed.
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

    /// Measures the exact processor time of the worker so far.
    fn worker_time(&mut self) -> Option<Duration> {
        let now = system::processor_time(self.child()?)?;
        let worker = self.worker.as_mut()?;
        (worker.measured, worker.unmeasured) = (now, Duration::ZERO);
        Some(now)
    }

    /// The process number of the resident's child: the worker, or the process of this call.
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

/// The number of a process's only child, in our own namespace.
fn child_of(pid: libc::pid_t) -> Option<libc::pid_t> {
    let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    children.ok()?.split_whitespace().next()?.parse().ok()
}

/// Whether a process waits for something other than a processor or a page.
fn sleeps(pid: libc::pid_t) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The process name stands in brackets and may contain any characters.
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
