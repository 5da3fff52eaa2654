//! Tests what a bot that controls the processor can do. The result must be equal in every isolation.

use std::time::Duration;

use sandbox::calls::{Call, CallLimits, Failure, ForkServer, Image};
use sandbox::{Isolation, IsolationFeatures, Processor};

use super::link::Runtime;
use super::registers::{image, object};

const LIMITS: CallLimits = CallLimits {
    call_time: Duration::from_millis(5),
    heap_bytes: 64 << 20,
    stack_bytes: 2 << 20,
    calls: 100,
};
/// Limits for cases where a busy machine may have taken more of a call's time than the bot did.
const PATIENT: CallLimits = CallLimits { call_time: Duration::from_secs(1), ..LIMITS };
/// Limits for a bot that has much to do.
const LONG: CallLimits = CallLimits { call_time: Duration::from_secs(20), ..LIMITS };
const STACK_TOP: u64 = 0x10_0000_0000;
const STACK_NEAR: u64 = 0x2000;
/// The address at which the worker receives the host's word.
const WORD: u64 = 0x0e20_0040;

/// A bot in an isolation. It gets a new process if the last one did not survive a call.
struct Asked {
    image: Image,
    isolation: Isolation,
    limits: CallLimits,
    fork_server: Option<ForkServer>,
}

impl Asked {
    fn new(bot: &str, isolation: Isolation, limits: CallLimits) -> Self {
        Self {
            image: image(&object(bot), Processor::of_this_machine()),
            isolation,
            limits,
            fork_server: None,
        }
    }

    fn call(&mut self, player: u8, numbers: &[u64]) -> Call {
        let usable = self.fork_server.take().filter(ForkServer::is_usable);
        let fork_server = self.fork_server.insert(usable.unwrap_or_else(|| {
            let started = ForkServer::start(
                &self.image,
                self.isolation,
                self.limits,
                IsolationFeatures::available(),
                None,
            );
            started.expect("a fork server can be started")
        }));
        let mut question = vec![0; 1 + 4 * 512];
        question[0] = player;
        for (place, number) in question[1..].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        fork_server.call(&question, 1).expect("nothing that a bot does is a failure of ours")
    }

    /// Returns the result of the call, and checks that the next call is answered as usual.
    fn attack(&mut self, numbers: &[u64]) -> Call {
        let came = self.call(b'X', numbers);
        // A busy machine may have used up this short time.
        let late = Call::Failed(Failure::Time);
        let next = (0..20).map(|_| self.call(b'O', &[])).find(|next| *next != late);
        assert_eq!(next, Some(Call::Answered(i64::from(b'L'))), "after {numbers:x?}");
        came
    }
}

/// Lets a bot jump to every address from the first to the last instruction that all isolations share. It must fail in the same
/// way in each.
#[test]
fn wherever_a_bot_jumps_it_fails_alike_in_every_isolation() {
    let runtime = Runtime::embedded().expect("x86-64 Linux");
    let at = |name| runtime.address(name).expect("the runtime has it");
    let (first, last, data) = (at("bout_child"), at("bout_abort") + 12, at("bout_data_start"));
    let from_answer = at("bout_site_answer") - 40;
    let near = STACK_TOP - STACK_NEAR;
    // To be called again and again; to wake the host; to wait for a word; to reset memory.
    let straight = [0, 0, 0, 0, 0];
    let with = [
        [1, 1, at("bout_wake_byte"), 1, 0],
        [0, 0, WORD, 1, STACK_TOP],
        [28, near, STACK_NEAR, 4, 0],
        [0, near, 0, 0, STACK_TOP],
        [28, data, near - data, 4, STACK_TOP],
    ];
    let everywhere = (first..last).map(|to| (to, straight));
    let calls = with.into_iter().flat_map(|with| (from_answer..last).map(move |to| (to, with)));
    let both =
        |limits| [Isolation::Reset, Isolation::Fork].map(|isolation| Asked::new("jumps", isolation, limits));
    let (mut quick, mut patient) = (both(LIMITS), both(PATIENT));
    let mut different = Vec::new();
    for (to, [rax, rdi, rsi, rdx, rsp]) in everywhere.chain(calls) {
        let numbers = [to, rax, rdi, rsi, rdx, rsp];
        let [mut by_worker, mut by_child] = quick.each_mut().map(|asked| asked.attack(&numbers));
        if by_worker != by_child {
            [by_worker, by_child] = patient.each_mut().map(|asked| asked.attack(&numbers));
        }
        if by_worker != by_child {
            different.push(format!("{:#x} {numbers:x?}: {by_worker:?}, {by_child:?}", to - first));
        }
    }
    assert!(different.is_empty(), "{} differ:\n{}", different.len(), different.join("\n"));
}

/// A bot must get the same results in every isolation, both if it writes its answer by itself and ends as a child does after
/// answering, and if it reads everything that lies beside the question.
#[test]
fn no_bot_can_tell_how_its_calls_are_kept_apart() {
    let came = [Isolation::Reset, Isolation::Fork].map(|isolation| {
        let mut asked = Asked::new("exits", isolation, PATIENT);
        [b'X', b'X', b'O'].map(|player| asked.call(player, &[]))
    });
    assert_eq!(came[0], came[1]);
    assert_eq!(came[0][0], Call::Answered(i64::from(b'R')));
}

/// Without a system call there must be no clock: a bot dies if it reads the processor's counter, or the place where other
/// processes have the kernel's page.
#[test]
fn no_bot_can_tell_the_time() {
    // The kernel's page can lie anywhere between the stack and the end of memory. This process has it somewhere, too.
    let maps = std::fs::read_to_string("/proc/self/maps").expect("there is /proc");
    let lines = maps.lines().filter(|line| line.ends_with("[vdso]") || line.contains("[vvar"));
    let own = lines.filter_map(|line| u64::from_str_radix(line.split('-').next()?, 16).ok());
    let above = (0..64).map(|nth| STACK_TOP + nth * 0x20_0000_0000);
    let places: Vec<u64> = [0, 1].into_iter().chain(own).chain(above).collect();
    for isolation in [Isolation::Reset, Isolation::Fork, Isolation::Fast] {
        let mut asked = Asked::new("clocks", isolation, PATIENT);
        for &place in &places {
            let came = asked.attack(&[place]);
            assert_eq!(came, Call::Failed(Failure::Signal(11)), "{isolation:?}: {place:#x}");
        }
    }
}

/// Zeros take up no memory before a bot runs, and every call finds them as zeros.
#[test]
fn zeros_are_in_no_file() {
    let image = image(&object("zeros"), Processor::of_this_machine());
    assert!(image.bytes() < 1 << 20, "{} bytes", image.bytes());
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let started = ForkServer::start(&image, isolation, LONG, IsolationFeatures::available(), None);
        let mut fork_server = started.expect("a fork server can be started");
        for _ in 0..3 {
            let came = fork_server.call(&[0; 1 + 4 * 512], 1).expect("our machinery works");
            assert_eq!(came, Call::Answered(0), "{isolation:?}");
        }
    }
}
