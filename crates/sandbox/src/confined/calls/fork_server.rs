//! The process that forks the processes for a bot's calls.

use std::ffi::CString;
use std::time::Duration;

use super::image::Image;
use super::layout::{HEAP_START, POISON, QUESTION_BYTES, WORD_OFFSET};
use crate::limits::{most_seconds, require_seconds};
use crate::spawn::{Addresses, Executable, OwnProcesses, Spawn, User, spawn};
use crate::system::{self, SharedMemory, pipe};
use crate::worker_channel::{CallEnd, Failure, WorkerChannel};
use crate::{Isolation, IsolationFeatures, Limits, SandboxError};

/// Limits of a bot's calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallLimits {
    /// Processor time of one call.
    pub call_time: Duration,
    /// The heap in bytes, a multiple of the page size.
    pub heap_bytes: u64,
    /// The stack in bytes, a multiple of the page size.
    pub stack_bytes: u64,
    /// The most calls that one worker answers. This bounds its total processor time.
    pub calls: u64,
}

/// The result of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Call {
    /// The function's value.
    Answered(i64),
    /// The bot failed.
    Failed(Failure),
}

/// Address space in addition to heap and stack, for code, tables and shared pages.
const OVERHEAD_BYTES: u64 = 64 << 20;
/// Offsets of the header at the start of the question's page (`struct bout_header`).
const HEADER_HEAP: usize = 0;
/// The least number of mapped zero bytes from which registers may be restored. It is the same on every machine, since a
/// bot can see them.
const CLEAN_BYTES: u64 = 1 << 16;

/// A confined process that forks for calls.
#[derive(Debug)]
pub struct ForkServer {
    line: WorkerChannel,
    isolation: Isolation,
    question: SharedMemory,
    answer: SharedMemory,
}

impl ForkServer {
    /// Starts a fork server for a bot. The process ends when the calling thread ends, if not earlier.
    ///
    /// # Errors
    /// If the machine lacks a required isolation feature, or if the process cannot be started.
    pub fn start(
        image: &Image,
        isolation: Isolation,
        limits: CallLimits,
        features: IsolationFeatures,
        processor: Option<usize>,
    ) -> Result<Self, SandboxError> {
        features.required()?;
        require_seconds(child_seconds(isolation, &limits))?;
        system::become_reaper();
        let token = system::random_number()?;
        let config = config(image, isolation, &limits, token);
        let config = system::memory_file_of(c"bout-config", &config, false)?;
        let mut question = SharedMemory::new(c"bout-question", QUESTION_BYTES)?;
        question.put(0, &header(&limits));
        let answer = SharedMemory::new(c"bout-answer", QUESTION_BYTES)?;
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
            // The resident maps its memory and sets its filter before any bot code runs. After that it cannot reach the
            // file system, which therefore needs no further isolation.
            features: IsolationFeatures {
                mount_namespace: false,
                landlock: false,
                cgroup: false,
                ..features
            },
            filter: None,
            landlock: None,
            root: None,
            groups: &[],
            processor,
            user: User::NOBODY,
            processes: OwnProcesses::Hidden,
            addresses: Addresses::Random,
        })?;
        let line =
            WorkerChannel::new(process, words, reports, limits.call_time, image.question_word(isolation));
        Ok(Self { line, isolation, question, answer })
    }

    /// How its calls are kept apart.
    #[must_use]
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Whether it can still be used. It cannot after a bot failed and had to be killed, or after a failure of our own.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.line.is_usable()
    }

    /// The processor time that the bot has used since [`ForkServer::begin`].
    #[must_use]
    pub fn processor_time(&self) -> Duration {
        self.line.processor_time()
    }

    /// Begins a match. Processor time is counted from here on.
    pub fn begin(&mut self) {
        self.line.begin();
    }

    /// Asks the bot. The bytes of `question` end at the end of the question's page; `seed` is the seed of `rand`.
    ///
    /// # Errors
    /// If our own machinery fails, or the host is overloaded.
    ///
    /// # Panics
    /// If the question does not fit into its page.
    pub fn call(&mut self, question: &[u8], seed: u64) -> Result<Call, SandboxError> {
        self.question.put(HEADER_HEAP + 16, &seed.to_le_bytes());
        self.question.put(QUESTION_BYTES - question.len(), question);
        let called = self.ask();
        let is_sound = match &called {
            Ok(Call::Answered(_)) => true,
            Ok(Call::Failed(_)) => self.isolation == Isolation::Fork,
            Err(_) => false,
        };
        if !is_sound {
            self.line.kill();
        }
        called
    }

    fn ask(&mut self) -> Result<Call, SandboxError> {
        self.answer.wipe();
        self.answer.put(0, &POISON.to_le_bytes());
        let said = if self.isolation == Isolation::Fork {
            // This is also where a worker finds its word.
            self.answer.put(WORD_OFFSET, b"Q");
            self.line.ask_child(b'F')?
        } else {
            self.line.ask_worker()?
        };
        Ok(match (said, i64::from_le_bytes(self.answer.get(0))) {
            // A bot may write its answer itself and end with code 0. A child that does so cannot be told from one that
            // has answered, so the answer of a worker that does so counts, too.
            (CallEnd::Failed(Failure::Exit(0)), answer) if answer != POISON => Call::Answered(answer),
            (CallEnd::Failed(failure), _) => Call::Failed(failure),
            (CallEnd::Returned, POISON) => Call::Failed(Failure::Exit(0)),
            (CallEnd::Returned, answer) => Call::Answered(answer),
        })
    }

    /// Ends the match's worker, if there is one, and keeps the fork server for the next match.
    ///
    /// # Errors
    /// If our own machinery fails.
    pub fn finish(&mut self) -> Result<(), SandboxError> {
        self.line.finish()
    }
}

fn process_limits(limits: &CallLimits) -> Limits {
    Limits {
        memory_bytes: limits.heap_bytes + limits.stack_bytes + OVERHEAD_BYTES,
        // This is the limit of the fork server itself. Its children get theirs from the header.
        processor_time: Duration::MAX,
        file_bytes: 0,
        open_files: 16,
        processes: 512,
    }
}

/// The processor time in whole seconds after which the kernel ends a child if the host has not.
fn child_seconds(isolation: Isolation, limits: &CallLimits) -> u64 {
    let calls = if isolation == Isolation::Fork { 1 } else { limits.calls };
    let calls = u32::try_from(calls).unwrap_or(u32::MAX);
    limits.call_time.saturating_mul(calls).as_secs().saturating_add(2)
}

/// Makes the content that the resident reads from `CONFIG_FILE` into its secret page (`struct config`).
fn config(image: &Image, isolation: Isolation, limits: &CallLimits, token: u64) -> Vec<u8> {
    const QUESTION_WORD: usize = 248;
    const NUMBERS: usize = 256;
    const FILTER: usize = NUMBERS + 48;
    const PROGRAM: usize = 0xfe0;
    const SECRET: u64 = 0x0e30_0000;
    let filter = image.filter(isolation, token);
    let mut page = vec![0; 4096];
    page[..8].copy_from_slice(&token.to_le_bytes());
    page[QUESTION_WORD] = image.question_word(Isolation::Fork);
    let clean_bytes = image.processor.mapped_bytes().max(CLEAN_BYTES);
    let numbers =
        [image.entry(isolation), limits.stack_bytes, limits.heap_bytes, 1, filter.len() as u64, clean_bytes];
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

/// Makes the header of the question's page.
fn header(limits: &CallLimits) -> Vec<u8> {
    // The bot can read it, so it is the same number in every isolation.
    let seconds = child_seconds(Isolation::Reset, limits).min(most_seconds());
    let (heap_end, rand_seed) = (HEAP_START + limits.heap_bytes, 0);
    let numbers = [HEAP_START, heap_end, rand_seed, seconds, seconds];
    numbers.into_iter().flat_map(u64::to_le_bytes).collect()
}
