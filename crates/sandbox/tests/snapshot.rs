//! Tests snapshots with a hostile interpreter, whose runs do anything that the processor allows. No run may
//! affect a later one or make the sandbox fail.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use sandbox::calls::Failure;
use sandbox::snapshot::{
    AGENT_BYTES, ANSWER_OFFSET, AgentImage, Interpreter, MAX_ANSWER_BYTES, REQUEST_OFFSET, Run, RunLimits,
    RunMode, Snapshot,
};
use sandbox::{Isolation, IsolationFeatures, Processor, StateReset};
use tempfile::TempDir;

const REQUEST_BYTES: usize = 4096;
const HEAP_BYTES: u64 = 4 << 20;
const AGENT_CODE: u64 = 0x100_0000_0000;
const AGENT_MAIL: u64 = 0x110_0000_0000;
const AGENT_MEMORY: u64 = 0x100_0010_0000;
const TIME: Duration = Duration::from_millis(100);

/// The compiled agent and the compiled interpreter.
struct Compiled {
    code: Vec<u8>,
    /// The folder of the interpreter.
    folder: TempDir,
}

impl Compiled {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("bout-snapshot-").tempdir().expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a mode can be set");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
        let agent = sources.join("../guests/interpreter");
        let flags = format!("@{}", agent.join("flags.arguments").display());
        let script = format!("-Wl,-T,{}", agent.join("agent.ld").display());
        let parts = ["agent.S", "agent.c"].map(|name| agent.join(name));
        let code = folder.path().join("agent");
        gcc(Command::new("gcc").args([flags, script]).args(parts).arg("-o").arg(&code));
        let flags = ["-static", "-O1", "-Wall", "-Wextra", "-Werror", "-o"];
        let source = sources.join("tests/hostile/interpreter.c");
        gcc(Command::new("gcc").args(flags).arg(folder.path().join("interpreter")).arg(source));
        Self { code: fs::read(code).expect("the agent was compiled"), folder }
    }
}

fn gcc(command: &mut Command) {
    let output = command.output().expect("gcc is there: bout needs it, too");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn start(compiled: &Compiled, isolation: Isolation) -> Snapshot {
    start_on(Processor::of_this_machine(), compiled, isolation)
}

fn start_on(processor: Processor, compiled: &Compiled, isolation: Isolation) -> Snapshot {
    let path = compiled.folder.path().join("interpreter");
    let mail = (REQUEST_OFFSET + 4 + REQUEST_BYTES).next_multiple_of(4096);
    let tunables = ("GLIBC_TUNABLES".to_owned(), "glibc.pthread.rseq=0".to_owned());
    let interpreter = Interpreter {
        path: path.clone(),
        arguments: vec![mail.to_string()],
        environment: vec![tunables],
        readable: vec![path],
    };
    let agent = AgentImage::new(&compiled.code).expect("there is memory for it").on(processor);
    let limits =
        RunLimits { time: TIME, heap_bytes: HEAP_BYTES, request_bytes: REQUEST_BYTES, hot_pages: 64 };
    let started =
        Snapshot::start(&interpreter, &agent, isolation, limits, IsolationFeatures::available(), None);
    let mut snapshot = started.expect("the interpreter starts");
    for told in [WITNESS, request(b'm', 0), request(b'e', 0)] {
        snapshot.run_own(RunMode::Learning, &told).expect("it runs");
    }
    snapshot
}

type Request = [u8; 137];

/// A request to report everything that a run can see: registers and memory.
const WITNESS: Request = {
    let mut request = [0; 137];
    request[0] = b'v';
    request
};

fn request(command: u8, number: u64) -> Request {
    let mut request = [0; 137];
    request[0] = command;
    request[1..9].copy_from_slice(&number.to_le_bytes());
    request
}

fn run(snapshot: &mut Snapshot, what: &str, request: &[u8]) -> Run {
    let ran = snapshot.run(request);
    ran.unwrap_or_else(|error| panic!("{what}: a failure of ours: {error}")).run
}

/// The permitted outcome of an attack.
enum Comes {
    Anything,
    /// An answer that consists of these numbers.
    Numbers(&'static [u64]),
    /// Death by a signal.
    Death,
    OutOfMemory,
    Time,
}
use Comes::{Anything, Death, Numbers, OutOfMemory, Time};

impl Comes {
    fn allows(&self, run: &Run) -> bool {
        match (self, run) {
            (Numbers(numbers), Run::Answered(bytes)) => {
                numbers.iter().flat_map(|number| number.to_le_bytes()).eq(bytes.iter().copied())
            }
            (Anything, _)
            | (OutOfMemory, Run::OutOfMemory)
            | (Death, Run::Failed(Failure::Signal(_)))
            | (Time, Run::Failed(Failure::Time)) => true,
            _ => false,
        }
    }
}

/// The system calls that pretend to succeed, each followed by its result 0. Each call is tried in three ways.
/// All other calls fail with ENOSYS, which the interpreter does not report.
const PRETENDED: &[u64] = &[
    13, 0, 13, 0, 13, 0, 14, 0, 14, 0, 14, 0, 39, 0, 39, 0, 39, 0, 102, 0, 102, 0, 102, 0, 104, 0, 104, 0,
    104, 0, 107, 0, 107, 0, 107, 0, 108, 0, 108, 0, 108, 0, 110, 0, 110, 0, 110, 0, 115, 0, 115, 0, 115, 0,
];

const ENOSYS: u64 = (-38_i64).cast_unsigned();

#[rustfmt::skip]
fn attacks() -> Vec<(&'static str, u8, u64, Comes)> {
    let too_long = MAX_ANSWER_BYTES as u64 + 1;
    vec![
        ("memory", b'm', 7, Anything),
        ("the agent's own page, at its beginning", b'm', 4096, Anything),
        ("the agent's own page, at its end", b'm', 4095, Anything),
        ("all memory of the agent's", b'M', 0, Anything),
        ("the agent's mode", b'F', 0, Death),
        ("the agent's stack", b'F', 8, Death),
        ("registers of numbers with points", b'r', 1, Anything),
        ("the base of gs", b'r', 2, Anything),
        ("selectors", b'r', 4, Anything),
        ("flags", b'r', 8, Anything),
        ("all registers", b'r', 15, Anything),
        ("pages that cannot be written to by their keys", b'k', 2, Anything),
        ("pages that cannot be read by their keys", b'k', 1, Anything),
        ("a death right after the host was woken", b't', 1, Anything),
        ("a death right after the host was woken without an answer", b'T', u64::from(u32::MAX), Anything),
        ("an answer of the greatest length", b'l', too_long - 1, Anything),
        ("an answer that is too long", b'l', too_long, Anything),
        ("an answer of a length that is none", b'l', u64::from(u32::MAX), Anything),
        ("what was written beyond the answer", b'w', 1 << 20, Anything),
        ("what was written over the request", b'w', (REQUEST_OFFSET - ANSWER_OFFSET) as u64 + 4096, Anything),
        ("much that was written over the request", b'W', 3 << 20, Anything),
        ("what was written over the notes", b'N', 0x2_0000, Anything),
        ("a look at the orders", b'i', 0, Death),
        ("a look at the notes", b'i', 0x1_0000, Death),
        ("a look at the last answer", b'i', ANSWER_OFFSET as u64 + 8, Death),
        ("writing to the orders", b'o', AGENT_MAIL, Death),
        ("writing to the request", b'o', AGENT_MAIL + REQUEST_OFFSET as u64, Death),
        ("writing to the agent's fixed part", b'o', AGENT_MEMORY, Death),
        ("every system call", b'a', 0, Numbers(PRETENDED)),
        ("calls of 32-bit programs", b'3', 0, Anything),
        ("a heap that ends before its beginning", b'b', (-4096_i64).cast_unsigned(), Numbers(&[ENOSYS])),
        ("a heap that is too large", b'b', HEAP_BYTES + 1, OutOfMemory),
        ("a heap of half the world", b'b', 1 << 62, OutOfMemory),
        ("a heap that is as large as it may be", b'b', HEAP_BYTES, Anything),
        ("a large frame", b's', 300_000, Numbers(&[300_000])),
        ("a frame that is too large", b's', 1 << 30, Death),
        ("an end", b'x', 0, Anything),
        ("an end like that of a worker", b'x', 77, Anything),
        ("an end like that of abort", b'x', 134, Anything),
        ("an end like a failure of the agent's", b'x', 205, Anything),
        ("an end after an answer", b'X', 0, Anything),
        ("an end like that of a worker after an answer", b'X', 77, Anything),
        ("no end", b'h', 0, Time),
    ]
}

/// Runs an attack and then checks that later runs cannot see any trace of it.
fn attack(snapshot: &mut Snapshot, what: &str, attack: &[u8], before: &Run) -> Run {
    attack_before(snapshot, what, attack, &WITNESS, before)
}

/// Like [`attack`], but looks for traces with the request `witness`.
fn attack_before(snapshot: &mut Snapshot, what: &str, attack: &[u8], witness: &Request, before: &Run) -> Run {
    let came = run(snapshot, what, attack);
    for nth in 0..3 {
        let number = 0x1234_5678_9abc + nth;
        let echo = run(snapshot, &format!("after {what}"), &request(b'e', number));
        assert_eq!(echo, Run::Answered(number.to_le_bytes().to_vec()), "after {what}");
    }
    let after = run(snapshot, &format!("a look after {what}"), witness);
    if after != *before {
        let (Run::Answered(before), Run::Answered(after)) = (before, &after) else {
            panic!("after {what} a run comes to {after:?}")
        };
        let at = before.iter().zip(after).position(|(before, after)| before != after);
        panic!("a later run sees {what}, at {at:?}");
    }
    assert!(snapshot.is_usable(), "{what}: it costs only itself");
    came
}

#[test]
fn nothing_that_a_run_does_reaches_a_later_one() {
    let compiled = Compiled::new();
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let mut snapshot = start(&compiled, isolation);
        let before = run(&mut snapshot, "a look", &WITNESS);
        assert!(matches!(before, Run::Answered(_)), "{before:?}");
        assert!(before == run(&mut snapshot, "another look", &WITNESS), "a run is the same again");
        for (what, command, number, comes) in attacks() {
            let came = attack(&mut snapshot, what, &request(command, number), &before);
            assert!(comes.allows(&came), "{isolation:?}: {what}: {came:?}");
        }
    }
}

/// Anything that a process sends, in any order, counts as an answer or as a failure of the run, never as a
/// failure of the sandbox. A worker and a child must die of a signal in the same cases.
#[test]
fn whatever_a_process_says_is_no_failure_of_ours() {
    let compiled = Compiled::new();
    let mut snapshots = [Isolation::Reset, Isolation::Fork].map(|isolation| start(&compiled, isolation));
    let before = snapshots.each_mut().map(|snapshot| run(snapshot, "a look", &WITNESS));
    for seed in 0..300 {
        let what = format!("noise {seed}");
        let request = request(b'?', seed);
        let [by_worker, by_child] =
            [0, 1].map(|nth| attack(&mut snapshots[nth], &what, &request, &before[nth]));
        for came in [&by_worker, &by_child] {
            assert!(!matches!(came, Run::Answered(bytes) if bytes.len() > MAX_ANSWER_BYTES), "{what}");
        }
        let signal = |run: &Run| matches!(run, Run::Failed(Failure::Signal(_)));
        assert_eq!(signal(&by_worker), signal(&by_child), "{what}: {by_worker:?}, {by_child:?}");
    }
}

/// Runs cannot read any clock that needs no system call. Any attempt kills the run with SIGSEGV.
#[test]
fn no_run_can_tell_the_time() {
    let compiled = Compiled::new();
    for isolation in [Isolation::Reset, Isolation::Fork] {
        let mut snapshot = start(&compiled, isolation);
        let before = run(&mut snapshot, "a look", &WITNESS);
        // The time-stamp counter in two ways, the vDSO, and the pages before it, which hold the kernel's
        // times.
        for way in 0..=6 {
            let came = attack(&mut snapshot, "a clock", &request(b'c', way), &before);
            assert_eq!(came, Run::Failed(Failure::Signal(11)), "{isolation:?}: clock {way}");
        }
        // The functions of the old vsyscall page, if there is one, make system calls.
        for way in 0..3 {
            let came = attack(&mut snapshot, "the old page", &request(b'C', way), &before);
            let refused = [ENOSYS.to_le_bytes(), [0; 8]].concat();
            let died = Run::Failed(Failure::Signal(11));
            assert!(came == Run::Answered(refused) || came == died, "{isolation:?}: call {way}: {came:?}");
        }
    }
}

/// A run may jump to any address in the agent's code.
#[test]
fn the_agent_can_be_entered_anywhere() {
    let compiled = Compiled::new();
    let mut snapshots = [Isolation::Reset, Isolation::Fork].map(|isolation| start(&compiled, isolation));
    let before = snapshots.each_mut().map(|snapshot| run(snapshot, "a look", &WITNESS));
    let code = &compiled.code;
    assert!(code.len() <= AGENT_BYTES);
    let site =
        |index: usize| u64::from_le_bytes(code[16 + 8 * index..24 + 8 * index].try_into().expect("8 bytes"));
    let stack = AGENT_MEMORY + 0x6_0000;
    // Values of rax, rbx, rcx, rdx, rsi, rdi, rbp, r8 to r13 and rsp, and whether the run answers first.
    let wakes = [1, 0, 0, 1, site(4), 1, 0, 0, 0, 0, 0, AGENT_MEMORY, 0, stack, 1];
    let puts_back = [0, 1, 64, 1, AGENT_MEMORY + 0x5_f000, 1, b'Q'.into(), 0, 0, 0, 0, 0, 0, stack - 64, 0];
    // Every address on the way from the entry to the interpreter, and some in the functions that are called
    // there.
    let (straight, called) = (0..0x200, (0x200..code.len() as u64).step_by(17));
    let offsets = straight.chain(called);
    for (offset, numbers) in offsets.flat_map(|offset| [(offset, wakes), (offset, puts_back)]) {
        let mut request = request(b'j', offset);
        for (place, number) in request[9..].chunks_exact_mut(8).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        for (snapshot, before) in snapshots.iter_mut().zip(&before) {
            attack(snapshot, &format!("entering at {offset:#x}"), &request, before);
        }
    }
}

#[test]
fn a_snapshot_that_only_forks_has_no_other_way() {
    let mut snapshot = start(&Compiled::new(), Isolation::Fork);
    let why = snapshot.run_own(RunMode::Worker, &WITNESS).expect_err("a worker is refused").to_string();
    assert!(why.contains("every run has a child here"), "{why}");
    snapshot.run_own(RunMode::Child, &request(b'e', 1)).expect("children are there");
    let why = snapshot.run_own(RunMode::Learning, &WITNESS).expect_err("learning comes first").to_string();
    assert!(why.contains("runs have begun"), "{why}");
}

/// If every run has its own process, the system calls that only the parent may make lie in a page that no run
/// has.
#[test]
fn no_run_has_the_code_of_its_parent() {
    const FORK_SERVER: std::ops::Range<u64> = 0x2000..0x3000;
    let compiled = Compiled::new();
    let site = |index: usize| {
        let bytes = &compiled.code[16 + 8 * index..24 + 8 * index];
        u64::from_le_bytes(bytes.try_into().expect("8 bytes")) - AGENT_CODE
    };
    let mut snapshot = start(&compiled, Isolation::Fork);
    let before = run(&mut snapshot, "a look", &WITNESS);
    // The instruction `syscall` has two bytes. The one that forks ends the page.
    let calls = [site(7), site(8), site(9), site(10)].map(|after| after - 2);
    assert!(calls.iter().all(|call| FORK_SERVER.contains(call)), "{calls:x?}");
    assert_eq!(site(8), FORK_SERVER.end);
    for offset in calls.into_iter().chain(FORK_SERVER.step_by(101)) {
        let what = format!("a call of the parent's at {offset:#x}");
        let came = attack(&mut snapshot, &what, &request(b'j', offset), &before);
        assert_eq!(came, Run::Failed(Failure::Signal(11)), "{what}");
    }
}

/// Returns the ways to reset registers that this processor supports. With each comes the set of registers
/// that it can reset, as the interpreter's commands `v` and `r` take it.
fn resets() -> Vec<(StateReset, u64)> {
    const ALL: u64 = 15;
    const ONLY_SSE: u64 = 16;
    let area_bytes = |area_bytes| (StateReset::Standard { area_bytes }, ALL);
    let own = Processor::of_this_machine().reset;
    let mut resets = vec![(StateReset::Legacy, ALL | ONLY_SSE)];
    if own == StateReset::Compacted {
        resets.push((own, ALL));
    }
    if let Some(least) = Processor::standard_area_bytes() {
        // The smallest area that this processor needs, and a larger one than any processor needs yet.
        resets.extend([least, 1 << 20].map(area_bytes));
    }
    resets
}

#[test]
fn every_way_to_reset_registers_leaves_nothing_of_a_run() {
    let compiled = Compiled::new();
    for (reset, what_it_can) in resets() {
        let own = Processor::of_this_machine().has_fsgsbase;
        let ways = [(own, Isolation::Reset), (false, Isolation::Reset), (false, Isolation::Fork)];
        for (has_fsgsbase, isolation) in ways {
            let processor = Processor { reset, has_fsgsbase };
            let mut snapshot = start_on(processor, &compiled, isolation);
            let witness = request(b'v', what_it_can);
            let before = run(&mut snapshot, "a look", &witness);
            assert!(matches!(before, Run::Answered(_)), "{processor:?}: {before:?}");
            // Only the instruction that resets the base of gs can change it. Without it, there is nothing to
            // test.
            let kinds = if has_fsgsbase { what_it_can } else { what_it_can & !2 };
            for _ in 0..3 {
                let what = format!("registers, {processor:?}");
                attack_before(&mut snapshot, &what, &request(b'r', kinds), &witness, &before);
            }
        }
    }
}

/// The whole area that the processor may read when it restores registers must be mapped: 11,008 bytes on a
/// processor with tiles, more on later ones. Each child restores its registers from the area first, so areas
/// that are too small for this processor cannot be tested.
#[test]
fn all_of_the_area_is_there_that_the_processor_may_touch() {
    let Some(least) = Processor::standard_area_bytes() else { return };
    let compiled = Compiled::new();
    let larger = [832, 2_696, 11_008, 60_000].into_iter().filter(|&bytes| bytes > least);
    for area_bytes in [least].into_iter().chain(larger) {
        let processor = Processor { reset: StateReset::Standard { area_bytes }, has_fsgsbase: false };
        let mut snapshot = start_on(processor, &compiled, Isolation::Fork);
        let zeros = run(&mut snapshot, "a look at the area", &request(b'z', area_bytes));
        assert_eq!(zeros, Run::Answered(vec![0; usize::try_from(area_bytes).unwrap()]), "{area_bytes}");
        let beyond = area_bytes.next_multiple_of(4096) + 8;
        let died = run(&mut snapshot, "a look beyond the area", &request(b'z', beyond));
        assert!(matches!(died, Run::Failed(Failure::Signal(_))), "{area_bytes}: {died:?}");
    }
}
