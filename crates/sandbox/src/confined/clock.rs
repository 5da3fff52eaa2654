//! The clock of threads that ask confined code.
//!
//! Confined code may not read the processor's time stamp counter. A bit of a control register says whether a thread may
//! read it. The kernel writes this bit whenever it switches between a thread that may and a thread that may not. In a
//! virtual machine each such write is work for the hypervisor, more than everything else in a switch. So a thread on
//! the same processor as the confined code gives up the counter, too, for as long as it asks that code.
//!
//! Such a thread asks the kernel for the time ([`Moment`]). Other code that reads the counter, such as `Instant::now`,
//! raises a signal, whose handler gives the counter back to the thread. This takes longer but has no other effect.
//! Processes inherit the setting, even through `exec`, so a thread takes the counter back before it starts a process.

// A plain system call gives up the counter, and a signal handler gives it back.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::time::Duration;

use libc::{c_int, c_void, siginfo_t};

use crate::system::time_by;

/// Options of `prctl`, and their values (`linux/prctl.h`).
const PR_GET_TSC: c_int = 25;
const PR_SET_TSC: c_int = 26;
const PR_TSC_ENABLE: c_int = 1;
const PR_TSC_SIGSEGV: c_int = 2;

/// If the handler has given the counter back to a thread this often, the thread keeps it, because something reads it
/// all the time.
const MOST_RETURNS: u32 = 16;

/// The state of a thread's counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counter {
    /// The thread keeps it.
    Kept,
    /// The thread has it, and gives it up when it asks confined code.
    Wanted,
    GivenUp,
}

thread_local! {
    static COUNTER: Cell<Counter> = const { Cell::new(Counter::Kept) };
    /// How often the handler gave the counter back.
    static RETURNS: Cell<u32> = const { Cell::new(0) };
    /// How many [`ClocklessThread`]s the thread has.
    static HELD: Cell<u32> = const { Cell::new(0) };
}

/// While it exists, the thread that made it gives up the processor's time stamp counter when it asks confined code.
///
/// This pays only for a thread that is bound to the same processor as the code that it asks.
#[derive(Debug)]
pub struct ClocklessThread {
    /// It belongs to the thread that made it.
    _not_send: PhantomData<*const ()>,
}

impl ClocklessThread {
    /// Has no effect if the kernel cannot take the counter away.
    #[must_use]
    pub fn begin() -> Self {
        if HELD.replace(HELD.get() + 1) == 0 {
            RETURNS.set(0);
            COUNTER.set(if is_handled() { Counter::Wanted } else { Counter::Kept });
        }
        Self { _not_send: PhantomData }
    }
}

impl Drop for ClocklessThread {
    fn drop(&mut self) {
        if HELD.replace(HELD.get() - 1) == 1 {
            take_back();
            COUNTER.set(Counter::Kept);
        }
    }
}

/// Gives the counter up, if the thread wants to.
pub(crate) fn give_up() {
    if COUNTER.get() == Counter::Wanted {
        let is_given_up = set(PR_TSC_SIGSEGV);
        COUNTER.set(if is_given_up { Counter::GivenUp } else { Counter::Kept });
    }
}

/// Takes the counter back until the thread asks confined code again.
pub(crate) fn take_back() {
    if COUNTER.get() == Counter::GivenUp {
        set(PR_TSC_ENABLE);
        COUNTER.set(Counter::Wanted);
    }
}

/// Sets whether the calling thread may read the counter. False if the kernel refused.
fn set(value: c_int) -> bool {
    // SAFETY: plain numbers. The handler is installed before the counter is taken away.
    unsafe { libc::prctl(PR_SET_TSC, value, 0, 0, 0) == 0 }
}

/// The action for memory faults before our handler was installed.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

/// Installs our handler, once. Whether it is installed.
fn is_handled() -> bool {
    static IS_HANDLED: OnceLock<bool> = OnceLock::new();
    *IS_HANDLED.get_or_init(|| {
        // SAFETY: an all-zero action is a valid one, and the kernel writes it.
        let mut before: libc::sigaction = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel writes into `before`, which is plain memory.
        if unsafe { libc::sigaction(libc::SIGSEGV, std::ptr::null(), &raw mut before) } != 0 {
            return false;
        }
        BEFORE.get_or_init(|| before);
        let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = handle;
        let mut ours = before;
        ours.sa_sigaction = handler as *const () as usize;
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        // SAFETY: the handler takes the arguments that the flags promise, and does only what a signal handler may.
        unsafe { libc::sigaction(libc::SIGSEGV, &raw const ours, std::ptr::null_mut()) == 0 }
    })
}

/// Gives the counter back to a thread that tried to read it. Any other fault goes to the previous handler.
extern "C" fn handle(_: c_int, about: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the kernel passes both pointers. The code looks at the faulting instruction only after a fault that the
    // kernel itself raised.
    let reads_counter = unsafe { (*about).si_code == libc::SI_KERNEL && reads_counter(context.cast()) };
    if reads_counter && !has_counter() && set(PR_TSC_ENABLE) {
        let returns = RETURNS.get() + 1;
        RETURNS.set(returns);
        if COUNTER.get() == Counter::GivenUp {
            COUNTER.set(if returns < MOST_RETURNS { Counter::Wanted } else { Counter::Kept });
        }
        return; // The instruction is executed again.
    }
    let Some(before) = BEFORE.get() else { return };
    // SAFETY: the action that is restored was in force before, the kernel passes `about`, and a handler may raise
    // signals.
    unsafe {
        libc::sigaction(libc::SIGSEGV, before, std::ptr::null_mut());
        // A faulting instruction is executed again and faults again. A signal that a process sent does not recur by
        // itself, so raise it again.
        if (*about).si_code <= 0 {
            libc::raise(libc::SIGSEGV);
        }
    }
}

/// Whether the thread may read the counter, as far as the kernel says.
fn has_counter() -> bool {
    let mut value: c_int = PR_TSC_ENABLE;
    // SAFETY: the kernel writes a number.
    let asked = unsafe { libc::prctl(PR_GET_TSC, &raw mut value, 0, 0, 0) };
    asked != 0 || value != PR_TSC_SIGSEGV
}

/// Whether a thread was stopped at an instruction that reads the counter: `rdtsc` or `rdtscp`.
///
/// # Safety
/// The context must be that of a fault at an instruction.
unsafe fn reads_counter(context: *const libc::ucontext_t) -> bool {
    let at = usize::try_from(libc::REG_RIP).expect("a small number");
    // SAFETY: the processor was about to execute the instruction, so its bytes are readable. The code reads each byte
    // only if the bytes before it match an instruction that has more bytes.
    unsafe {
        let instruction = (*context).uc_mcontext.gregs[at] as *const u8;
        let byte = |nth: usize| instruction.add(nth).read();
        byte(0) == 0x0f && (byte(1) == 0x31 || byte(1) == 0x01 && byte(2) == 0xf9)
    }
}

/// A time of the kernel's monotonic clock. A thread without a counter may read it, too.
#[derive(Debug, Clone, Copy)]
pub struct Moment(Duration);

impl Moment {
    /// The time now.
    #[must_use]
    pub fn now() -> Self {
        Self(time_by(libc::CLOCK_MONOTONIC).unwrap_or_default())
    }

    /// How long ago it was.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;
    use std::time::Instant;

    use super::*;

    #[test]
    fn a_thread_that_reads_the_clock_gets_its_counter_back() {
        let thread = ClocklessThread::begin();
        if COUNTER.get() == Counter::Kept {
            return; // Somebody else's handler could not be replaced.
        }
        give_up();
        if COUNTER.get() == Counter::Kept {
            return eprintln!("this kernel does not take the counter away");
        }
        assert!(!has_counter());
        let moment = Moment::now();
        assert!(!has_counter(), "the kernel tells the time without it");
        let instant = Instant::now();
        assert_eq!((has_counter(), COUNTER.get(), RETURNS.get()), (true, Counter::Wanted, 1));
        assert!(moment.elapsed() >= instant.elapsed());
        for _ in 1..MOST_RETURNS {
            give_up();
            // SAFETY: every x86-64 processor has this instruction.
            unsafe { std::arch::x86_64::_rdtsc() };
        }
        give_up();
        assert_eq!((has_counter(), COUNTER.get()), (true, Counter::Kept), "it is read all the time");
        drop(thread);
    }

    /// Runs one of the ignored tests below in a process of its own. Returns its exit status and what it wrote to
    /// standard error.
    fn end_of(test: &str) -> (std::process::ExitStatus, String) {
        let name = format!("{}::{test}", module_path!().split_once("::").expect("it is in a crate").1);
        let mut process = std::process::Command::new(std::env::current_exe().expect("it is known"));
        let ended = process.args([name.as_str(), "--exact", "--ignored", "--nocapture"]).output();
        let ended = ended.expect("it starts");
        (ended.status, String::from_utf8_lossy(&ended.stderr).into_owned())
    }

    #[test]
    fn other_faults_go_to_the_handler_before_ours() {
        let (status, said) = end_of("overflows_its_stack");
        assert!(!status.success() && said.contains("overflowed its stack"), "{status}: {said}");
        let (status, said) = end_of("is_sent_faults");
        assert_eq!(status.signal(), Some(libc::SIGSEGV), "{said}");
    }

    #[test]
    #[ignore = "it ends its process: another test starts it"]
    fn overflows_its_stack() {
        fn deeper(turn: u64) -> u64 {
            if turn == 0 { 0 } else { 1 + deeper(std::hint::black_box(turn - 1)) }
        }
        let _thread = ClocklessThread::begin();
        give_up();
        eprintln!("{}", deeper(u64::MAX));
    }

    #[test]
    #[ignore = "it ends its process: another test starts it"]
    fn is_sent_faults() {
        let _thread = ClocklessThread::begin();
        give_up();
        // The standard library's handler only restores the action before it, as it would without our handler.
        for _ in 0..2 {
            // SAFETY: a plain number.
            unsafe { libc::raise(libc::SIGSEGV) };
        }
        std::process::exit(0);
    }

    #[test]
    fn a_thread_has_its_counter_again_afterwards_and_before_it_starts_a_process() {
        let outer = ClocklessThread::begin();
        let inner = ClocklessThread::begin();
        give_up();
        let given_up = !has_counter();
        drop(inner);
        assert_eq!(!has_counter(), given_up, "the outer one is still there");
        take_back();
        assert!(has_counter());
        give_up();
        drop(outer);
        assert!(has_counter());
        give_up();
        assert!(has_counter(), "nobody wants it to be given up");
    }
}
