//! A bot's code, linked and ready to run.

use std::os::fd::OwnedFd;

use super::layout::{STACK_NEAR, STACK_TOP, WORD};
use crate::filter::{DefaultAction, Rule, filter};
use crate::{Isolation, Processor, SandboxError, StateReset, system};

/// The addresses in a linked image that the host must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sites {
    /// The entry point of a child, which answers one question.
    pub child: u64,
    /// The entry point of a worker, which answers one question after another.
    pub worker: u64,
    /// The instruction after the system call that waits for a word.
    pub question: u64,
    /// The instruction after the system call that wakes the host.
    pub answer: u64,
    /// The instruction after the system call that resets memory, except the end of the stack.
    pub reset: u64,
    /// The byte that wakes the host.
    pub wake_byte: u64,
    /// The area in XSAVE's compacted format that registers are restored from.
    pub clean_state: u64,
    /// The start of all writable data. That call resets the memory from here on, up to the end of the stack.
    pub data_start: u64,
}

/// An executable file in memory, and the addresses in it.
#[derive(Debug)]
pub struct Image {
    pub(crate) file: OwnedFd,
    pub(crate) sites: Sites,
    pub(crate) processor: Processor,
    bytes: u64,
}

impl Image {
    /// Makes an image from the bytes of a static executable, for this machine's processor.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(executable: &[u8], sites: Sites) -> Result<Self, SandboxError> {
        let file = system::memory_file_of(c"bout-bot", executable, true)?;
        Ok(Self { file, sites, processor: Processor::of_this_machine(), bytes: executable.len() as u64 })
    }

    /// How much memory it takes up, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// This image prepared for another processor. It runs here if this processor has all features of the other one.
    #[must_use]
    pub fn on(self, processor: Processor) -> Self {
        Self { processor, ..self }
    }

    /// The byte that asks the resident a question. It says how the resident resets registers, and whether it resets
    /// memory. No bot sees it.
    pub(super) fn question_word(&self, isolation: Isolation) -> u8 {
        const KEEP_MEMORY: u8 = 8;
        let keeps_memory = if isolation == Isolation::Fast { KEEP_MEMORY } else { 0 };
        let way = match self.processor.reset {
            StateReset::Legacy => 0,
            StateReset::Compacted => 1,
            StateReset::Standard { .. } => 2,
        };
        b'a' + 2 * way + u8::from(self.processor.has_fsgsbase) + keeps_memory
    }

    /// The entry point of the fork server's children.
    pub(crate) fn entry(&self, isolation: Isolation) -> u64 {
        match isolation {
            Isolation::Fork => self.sites.child,
            Isolation::Reset | Isolation::Fast => self.sites.worker,
        }
    }

    /// The system calls that the fork server and its children may make. The calls of a worker come first, for speed.
    /// All kinds of isolation run the same code, so the filter refuses the calls that a kind does not use.
    pub(crate) fn filter(&self, isolation: Isolation, token: u64) -> Vec<libc::sock_filter> {
        let sites = &self.sites;
        let one_byte = |rule: Rule, file, at| rule.with(0, file).with(1, at).with(2, 1);
        let wait = one_byte(Rule::call(libc::SYS_read).at(sites.question), 0, WORD);
        let wake = one_byte(Rule::call(libc::SYS_write).at(sites.answer), 1, sites.wake_byte);
        let dont_need = u64::from(libc::MADV_DONTNEED.unsigned_abs());
        let (from, to) = (sites.data_start, STACK_TOP - STACK_NEAR);
        let reset = Rule::call(libc::SYS_madvise).at(sites.reset).with(0, from).with(1, to - from);
        let reset = reset.with(2, dont_need);
        let mut rules = Vec::new();
        match isolation {
            // A bot that jumps to the code that resets memory is asked again, as in a worker. So it fails in the same
            // way in both.
            Isolation::Fork => rules.extend([wake.refused(), reset]),
            Isolation::Reset => rules.extend([wait, wake, reset]),
            Isolation::Fast => rules.extend([wait, wake, reset.refused()]),
        }
        let fork_server = [
            libc::SYS_read,
            libc::SYS_write,
            libc::SYS_clone,
            libc::SYS_wait4,
            libc::SYS_prctl,
            libc::SYS_prlimit64,
        ];
        rules.extend(fork_server.map(|number| Rule::call(number).with(5, token)));
        rules.push(Rule::call(libc::SYS_exit_group));
        filter(&rules, DefaultAction::Kill)
    }
}
