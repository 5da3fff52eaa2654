//! The agent's code, and the system calls that its processes may make.

use std::os::fd::OwnedFd;

use super::layout::{
    AGENT_BYTES, AGENTS, ANSWER_OFFSET, CLEAN, FORK_FLAGS, FORK_SERVER, LIMIT, PAGE, REQUEST_OFFSET, USED,
    USED_OFFSET, WORD,
};
use crate::filter::{DefaultAction, Rule, filter};
use crate::{Processor, SandboxError, system};

/// The agent's code, ready to be mapped.
#[derive(Debug)]
pub struct AgentImage {
    pub(super) file: OwnedFd,
    sites: AgentAddresses,
    processor: Processor,
}

/// Addresses in the agent's code: the instruction after each system call, and the byte that wakes the host.
#[derive(Debug, Clone, Copy)]
struct AgentAddresses {
    wake: u64,
    wait: u64,
    end_of_heap: u64,
    thread: u64,
    wake_byte: u64,
    let_use: u64,
    clean_state: u64,
    /// The next four belong to the parent of all runs: the instruction after each of its system calls, in a page that
    /// none of its children has.
    word: u64,
    clone: u64,
    reap: u64,
    report: u64,
    /// The last two belong to its children, before they begin a run.
    parent: u64,
    limit: u64,
}

/// Addresses that the agent found when it took the snapshot.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProgramMemory {
    /// The end of the heap.
    pub(super) heap_end: u64,
    /// The base of the thread's own memory.
    pub(super) thread: u64,
}

impl AgentImage {
    /// Makes an agent from its code, for this machine's processor.
    ///
    /// # Errors
    /// If there is no memory for it.
    ///
    /// # Panics
    /// If this is not the code of an agent.
    pub fn new(code: &[u8]) -> Result<Self, SandboxError> {
        assert!(code.len() <= AGENT_BYTES, "the agent has room");
        let site = |index: usize| {
            let at = 16 + 8 * index;
            u64::from_le_bytes(code[at..at + 8].try_into().expect("8 bytes"))
        };
        let sites = AgentAddresses {
            wake: site(0),
            wait: site(1),
            end_of_heap: site(2),
            thread: site(3),
            wake_byte: site(4),
            let_use: site(5),
            clean_state: site(6),
            word: site(7),
            clone: site(8),
            reap: site(9),
            report: site(10),
            parent: site(11),
            limit: site(12),
        };
        let mut padded = code.to_vec();
        padded.resize(AGENT_BYTES, 0);
        let file = system::memory_file_of(c"bout-agent", &padded, true)?;
        Ok(Self { file, sites, processor: Processor::of_this_machine() })
    }

    /// This agent prepared for another processor. It runs here if this processor has all features of the other one.
    #[must_use]
    pub fn on(self, processor: Processor) -> Self {
        Self { processor, ..self }
    }

    /// The agent's orders about the processor, in the order of `struct orders`: whether it has fsgsbase, where to
    /// restore its registers from, and how many bytes to map for that.
    pub(super) fn processor_orders(&self) -> [u64; 3] {
        let Self { processor, sites, .. } = self;
        let area = processor.area(sites.clean_state, CLEAN);
        [processor.has_fsgsbase.into(), area, processor.mapped_bytes()]
    }

    /// The filter of a child for one run. A learning child makes pages accessible in the given ways.
    pub(super) fn child_filter(
        &self,
        found: ProgramMemory,
        heap_limit: u64,
        accesses: &[u64],
    ) -> Vec<libc::sock_filter> {
        let used = Rule::call(libc::SYS_pwrite64).with(0, 4).with(1, USED);
        // A learning child needs this call to note a page. It may apply it to any of its own pages, but not to pages of
        // the agent or of the mail, which it shares.
        let let_use = Rule::call(libc::SYS_mprotect).at(self.sites.let_use).with(1, PAGE);
        let mut rules = runs(found, heap_limit);
        rules.extend([
            used.within(2, 0..(ANSWER_OFFSET - USED_OFFSET) as u64 + 1).with(3, USED_OFFSET as u64),
            Rule::call(libc::SYS_rt_sigreturn),
            self.thread(found),
        ]);
        for &access in accesses {
            let let_use = let_use.clone().with(2, access);
            rules.push(let_use.clone().within(0, 0..AGENTS.start));
            rules.push(let_use.within(0, AGENTS.end..u64::MAX));
        }
        filter(&rules, DefaultAction::NoSuchCall)
    }

    /// The filter of the parent of all runs and of its children, if every run has a child of its own. The parent makes
    /// its own calls from a page that no child has. A child that repeats the calls it makes before a run changes
    /// nothing.
    pub(super) fn fork_server_filter(&self, found: ProgramMemory, heap_limit: u64) -> Vec<libc::sock_filter> {
        const REPORT_BYTES: u64 = 48;
        let sites = &self.sites;
        let (kill, cpu) = (libc::SIGKILL.unsigned_abs().into(), libc::RLIMIT_CPU.into());
        let death_signal = libc::PR_SET_PDEATHSIG.unsigned_abs().into();
        let mut rules = runs(found, heap_limit);
        rules.extend([
            self.thread(found),
            Rule::call(libc::SYS_read).at(sites.word).with(0, 0).with(1, FORK_SERVER).with(2, 1),
            Rule::call(libc::SYS_clone).at(sites.clone).with(0, FORK_FLAGS).with(1, 0),
            Rule::call(libc::SYS_wait4).at(sites.reap),
            Rule::call(libc::SYS_write).at(sites.report).with(0, 1).with(2, REPORT_BYTES),
            Rule::call(libc::SYS_prctl).at(sites.parent).with(0, death_signal).with(1, kill),
            Rule::call(libc::SYS_prlimit64).at(sites.limit).with(0, 0).with(1, cpu).with(2, LIMIT).with(3, 0),
        ]);
        filter(&rules, DefaultAction::NoSuchCall)
    }

    /// The call with which the agent sets the base of the thread's own memory before a run, if the processor has no
    /// instruction for it.
    fn thread(&self, found: ProgramMemory) -> Rule {
        const ARCH_SET_FS: u64 = 0x1002;
        let call = Rule::call(libc::SYS_arch_prctl).at(self.sites.thread);
        call.with(0, ARCH_SET_FS).with(1, found.thread)
    }

    /// The filter of a worker.
    pub(super) fn worker_filter(&self, found: ProgramMemory, heap_limit: u64) -> Vec<libc::sock_filter> {
        let sites = &self.sites;
        let one_byte = |rule: Rule, file, at| rule.with(0, file).with(1, at).with(2, 1);
        let mut rules = vec![
            one_byte(Rule::call(libc::SYS_read).at(sites.wait), 0, WORD),
            one_byte(Rule::call(libc::SYS_write).at(sites.wake), 1, sites.wake_byte),
            Rule::call(libc::SYS_brk).at(sites.end_of_heap).with(0, found.heap_end),
        ];
        rules.extend(runs(found, heap_limit));
        rules.push(self.thread(found));
        filter(&rules, DefaultAction::NoSuchCall)
    }
}

/// An answer ends where the request begins. (A run may write more than the longest answer, but that does not count as
/// an answer.)
const MAX_WRITTEN_BYTES: u64 = (REQUEST_OFFSET - ANSWER_OFFSET) as u64 + 1;

/// The system calls that any run may make. All others fail as if the kernel did not have them.
fn runs(found: ProgramMemory, heap_limit: u64) -> Vec<Rule> {
    // The interpreter sees the same user and process numbers on every machine. It may also believe that it has signal
    // handlers.
    const IGNORED: [libc::c_long; 9] = [
        libc::SYS_getpid,
        libc::SYS_getppid,
        libc::SYS_getuid,
        libc::SYS_geteuid,
        libc::SYS_getgid,
        libc::SYS_getegid,
        libc::SYS_getgroups,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
    ];
    let mut rules = vec![
        Rule::call(libc::SYS_pwrite64)
            .with(0, 4)
            .within(2, 0..MAX_WRITTEN_BYTES)
            .with(3, ANSWER_OFFSET as u64),
        Rule::call(libc::SYS_brk).within(0, found.heap_end..heap_limit + 1),
        Rule::call(libc::SYS_brk).with(0, 0),
        // The limit of memory. The process cannot catch this end, and the host can tell it from every other end.
        Rule::call(libc::SYS_brk).within(0, heap_limit + 1..u64::MAX).kills(),
        Rule::call(libc::SYS_exit_group),
    ];
    rules.extend(IGNORED.map(|number| Rule::call(number).ignored()));
    // Some interpreters let a program change its name, and fail if the kernel refuses.
    rules.push(Rule::call(libc::SYS_prctl).with(0, libc::PR_SET_NAME.unsigned_abs().into()).ignored());
    rules
}
