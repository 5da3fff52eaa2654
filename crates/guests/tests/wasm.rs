//! Checks that every bot of `testdata/snakes/wasm` gets the verdict in its first line. Also plays such bots
//! against C.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use game::{AnyGame as _, FaultKind, Participant, Reply, Rules, WireFormat as _};
use games::snakes::{CELLS, Question, Snakes};
use guests::wasm::{FUEL_PER_MS, MAX_CARRIED, MAX_LOCALS, MAX_NESTED, VERSION};
use guests::{GuestError, Kind, WarnOnce, kind};
use referee::PlayerFactory;
use referee::{Finished, Lineup};
use sandbox::Isolation;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/snakes/wasm");

/// Reads the modules of the folder: by name, the expected verdict from the first line and the module's bytes.
fn modules() -> BTreeMap<String, (String, Vec<u8>)> {
    let files = fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let module = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let expected = text.lines().next().unwrap().strip_prefix(";; ").unwrap().to_owned();
        let bytes = wat::parse_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), (expected, bytes))
    };
    files.map(module).collect()
}

fn module(name: &str) -> Vec<u8> {
    wat::parse_file(Path::new(FOLDER).join(name).with_extension("wat")).unwrap()
}

fn snakes() -> Box<dyn Kind> {
    kind("snakes", None).expect("modules can be run anywhere").expect("Snakes runs bots")
}

fn program(source: &[u8]) -> Participant {
    Snakes.read(source).program.expect("a module is taken for a program")
}

fn lineup(programs: [&[u8]; 2], rules: &[(&str, u64)]) -> Lineup<'static> {
    let mut all = Rules::new();
    for (key, value) in rules {
        all.add(key, *value).unwrap();
    }
    Lineup::new(&Snakes, programs.map(program).to_vec(), &all).unwrap()
}

/// Makes the question that X gets before its first move.
fn question(rand_seed: u64) -> Vec<u8> {
    let mut board = [b'.'; CELLS];
    (board[0], board[CELLS - 1]) = (b'*', b'@');
    let mut bytes = Vec::new();
    Question { rand_seed, player: b'X', board }.encode(&mut bytes);
    bytes
}

fn ask(factory: &dyn PlayerFactory, lineup: &Lineup, times: usize) -> Vec<Reply<Vec<u8>>> {
    let mut players = factory.players(lineup, 1).unwrap();
    (0..times).map(|_| players.ask(0, &question(0)).unwrap()).collect()
}

/// Returns the reasons of a refusal, one per line.
fn refusals(error: &GuestError) -> String {
    let GuestError::Refused(reasons) = error else { panic!("{error}") };
    let line = |one: &game::Diagnostic| format!("{} {} ({})", one.code, one.message, one.help);
    reasons.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_module_gets_its_verdict() {
    let (kind, mut wrong) = (snakes(), Vec::new());
    let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
    let all = modules();
    for (name, (expected, bytes)) in &all {
        let (verdict, detail) = expected.split_once(' ').unwrap_or((expected, ""));
        let found = match (kind.accept(bytes), verdict) {
            (Err(error), "refused") => {
                let said = refusals(&error);
                let (code, word) = detail.split_once(' ').unwrap();
                let is_it = |line: &str| line.starts_with(code) && line.contains(word);
                if said.lines().any(is_it) {
                    continue;
                }
                said
            }
            (Err(error), _) => refusals(&error),
            (Ok(_), "refused") => "it was let in".into(),
            (Ok(_), _) => {
                // State is reset, so that every call must behave like the first, in this match and in
                // another.
                let lineup = lineup([bytes; 2], &[]);
                let replies = [ask(factory.as_ref(), &lineup, 3), ask(factory.as_ref(), &lineup, 2)].concat();
                if replies.iter().all(|reply| is_expected(reply, verdict, detail)) {
                    continue;
                }
                format!("{replies:?}")
            }
        };
        wrong.push(format!("{name}: expected {expected}, found {found}"));
    }
    assert!(all.len() > 50);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn is_expected(reply: &Reply<Vec<u8>>, verdict: &str, detail: &str) -> bool {
    match reply {
        Reply::Answer(letter) => verdict == "plays" || verdict == "answers" && letter == detail.as_bytes(),
        Reply::Fault(kind, why) => verdict == "fault" && detail == format!("{} {why}", kind.word()),
    }
}

#[test]
fn what_is_no_module_is_refused() {
    let (kind, good) = (snakes(), module("still"));
    let accepted = (4..good.len()).filter(|&end| match kind.examine(&good[..end]) {
        Err(error) => !refusals(&error).starts_with("S10 "),
        Ok(_) => true,
    });
    // One cut leaves a valid module: that before the names of the variables, which come last.
    assert_eq!(accepted.count(), 1);
    for at in 4..good.len() {
        for value in [0, 1, 0x7f, 0x80, 0xff] {
            let mut damaged = good.clone();
            damaged[at] = value;
            // A damaged module must be refused or come to an end when asked, without a failure of our
            // machinery.
            match kind.examine(&damaged) {
                Err(error) => drop(refusals(&error)),
                Ok(_) => {
                    ask(
                        kind.factory(Isolation::Reset, &WarnOnce::silent()).as_ref(),
                        &lineup([&damaged; 2], &[]),
                        1,
                    );
                }
            }
        }
    }
}

/// Even modules that nobody would write must not take long to check or to play.
#[test]
fn what_is_large_is_looked_at_quickly() {
    let kind = snakes();
    let interface = r#"(memory (export "memory") 1) (global (export "__heap_base") i32 (i32.const 1024))"#;
    let bot = r#"(func (export "bot") (param i32 i32) (result i32) (i32.const 76))"#;
    let locals = format!("(func (local {}))", "i64 ".repeat(usize::try_from(MAX_LOCALS).unwrap()));
    let elements = format!("(table 1 funcref) (func $f) (elem func {})", "$f ".repeat(500_000));
    let exports: Vec<String> = (0..50_000).map(|n| format!(r#"(export "{n}" (func 0))"#)).collect();
    for (what, items) in [
        ("functions", "(func)".repeat(200_000)),
        ("functions with variables", locals.repeat(3000)),
        ("blocks", format!("(func {} {})", "block ".repeat(150_000), "end ".repeat(150_000))),
        ("values", format!("(func {} {})", "i32.const 1 ".repeat(100_000), "drop ".repeat(100_000))),
        ("globals", "(global i32 (i32.const 0))".repeat(100_000)),
        ("elements", elements),
        ("exports", exports.concat()),
    ] {
        let module = wat::parse_str(format!("(module {interface} {bot} {items})")).unwrap();
        let start = Instant::now();
        if kind.accept(&module).is_ok() {
            ask(kind.factory(Isolation::Reset, &WarnOnce::silent()).as_ref(), &lineup([&module; 2], &[]), 2);
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{what}: {:?}", start.elapsed());
    }
}

/// Modules that would need much memory after parsing are refused. All of these were accepted once and took up
/// to 250 MB.
#[test]
fn what_would_become_very_large_is_refused() {
    const WIDE: &str = "i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32";
    let kind = snakes();
    let interface = r#"(memory (export "memory") 1) (global (export "__heap_base") i32 (i32.const 1024))"#;
    let bot = r#"(func (export "bot") (param i32 i32) (result i32) (i32.const 76))"#;
    let refused = |items: &str| {
        let module = wat::parse_str(format!("(module {interface} {bot} {items})")).unwrap();
        assert!(module.len() <= 1 << 20, "{}", module.len());
        kind.examine(&module).err().map(|error| refusals(&error))
    };
    let wide = format!("(type $wide (func (result {WIDE} {WIDE})))");
    let (values, gone) = ("i32.const 7 ".repeat(32), "drop ".repeat(32));
    let branches = |count: usize| {
        let branches = "local.get 0 br_if 0 ".repeat(count);
        format!("{wide} (func (param i32) (block (type $wide) {values} {branches}) {gone})")
    };
    let calls = format!(
        "{wide} (func $f (type $wide) {values}) (func unreachable {} unreachable)",
        "call $f ".repeat(200_000)
    );
    for items in [branches(200_000), calls] {
        let said = refused(&items).expect("it is refused");
        assert!(said.starts_with("S10 its branches, calls and blocks carry"), "{said}");
    }
    let most = usize::try_from(MAX_CARRIED / 32).unwrap();
    // The block's end carries as many values as a branch, so it counts, too.
    assert_eq!(refused(&branches(most - 1)), None);
    assert!(refused(&branches(most)).is_some());
    let nested = |depth: usize| format!("(func {} {})", "block ".repeat(depth), "end ".repeat(depth));
    let deepest = usize::try_from(MAX_NESTED).unwrap();
    assert_eq!(refused(&nested(deepest)), None);
    assert!(refused(&nested(deepest + 1)).is_some_and(|said| said.contains("blocks are open at once")));
}

#[test]
fn a_name_is_what_the_module_says() {
    let kind = snakes();
    let name = |module: &str| kind.examine(&self::module(module)).unwrap().name;
    assert_eq!(name("named"), Some(b"Aspis\x1b[2J".to_vec()));
    assert_eq!(name("still"), None);
}

#[test]
fn rand_is_the_one_of_c_s11() {
    let kind = snakes();
    let lineup = lineup([&module("random"), &module("still")], &[]);
    let mut players = kind.factory(Isolation::Reset, &WarnOnce::silent()).players(&lineup, 1).unwrap();
    // The upper two of the 31 bits of the first random number decide the answer.
    for (seed, letter) in [(0, b'D'), (1_234_567, b'R'), (0, b'D'), (u64::MAX, b'D'), (1, b'U')] {
        assert_eq!(players.ask(0, &question(seed)).unwrap(), Reply::Answer(vec![letter]), "{seed}");
    }
}

#[test]
fn parameters_bound_what_a_module_may_use() {
    let kind = snakes();
    let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
    let first = |name: &str, rules: &[(&str, u64)]| {
        ask(factory.as_ref(), &lineup([&module(name); 2], rules), 1).remove(0)
    };
    let fault = |kind: FaultKind, detail: &str| Reply::Fault(kind, detail.into());
    let stays = || Reply::Answer(b"L".to_vec());
    // Time.
    let units = FUEL_PER_MS * 7;
    let slow = format!("more than {units} units of fuel (7 ms)");
    assert_eq!(first("loop", &[("move_time_ms", 7)]), fault(FaultKind::Time, &slow));
    // Growing to 64 MiB takes more fuel than the budget of a millisecond.
    let grown = first("memory_bomb", &[("move_time_ms", 1)]);
    assert!(matches!(grown, Reply::Fault(FaultKind::Time, _)), "{grown:?}");
    // Memory. The bomb answers L only if it can grow to exactly 64 MiB.
    assert_eq!(first("memory_bomb", &[("memory_mib", 65)]), Reply::Answer(b"U".to_vec()));
    assert_eq!(first("leak_memory", &[("memory_mib", 1)]), stays());
    let large = r#"(module (memory (export "memory") 17)
        (global (export "__heap_base") i32 (i32.const 1024))
        (func (export "bot") (param i32 i32) (result i32) (i32.const 76)))"#;
    let large = wat::parse_str(large).unwrap();
    let reply = |mib| ask(factory.as_ref(), &lineup([&large; 2], &[("memory_mib", mib)]), 1).remove(0);
    assert_eq!(reply(2), stays());
    assert_eq!(reply(1), fault(FaultKind::Memory, "its memory is larger than `memory_mib` from the start"));
    // Stack: ten thousand nested calls need less than 1 MiB; a hundred thousand need more.
    assert_eq!(first("deep", &[("stack_mib", 1)]), stays());
    let deeper = fs::read_to_string(Path::new(FOLDER).join("deep.wat")).unwrap().replace("10000", "100000");
    let deeper = wat::parse_str(deeper).unwrap();
    let reply = |mib| ask(factory.as_ref(), &lineup([&deeper; 2], &[("stack_mib", mib)]), 1).remove(0);
    assert_eq!(reply(1), fault(FaultKind::Signal, "trap: call stack exhausted"));
    assert_eq!(reply(16), stays());
}

/// Time is measured in fuel, so that a match budget allows the same on every machine.
#[test]
fn fuel_is_reported_as_time() {
    let kind = snakes();
    let lineup = lineup([&module("loop"), &module("still")], &[]);
    let mut players = kind.factory(Isolation::Reset, &WarnOnce::silent()).players(&lineup, 1).unwrap();
    assert_eq!(players.processor_time(0), Duration::ZERO);
    for asked in 1..=2 {
        players.ask(0, &question(0)).unwrap();
        assert_eq!(players.processor_time(0), Duration::from_millis(100) * asked);
    }
    players.ask(1, &question(0)).unwrap();
    let once = players.processor_time(1);
    assert!(once > Duration::ZERO && once < Duration::from_millis(1), "{once:?}");
    players.ask(1, &question(1)).unwrap();
    assert_eq!(players.processor_time(1), once * 2);
}

/// A load may miss all caches. It costs the fuel that the manual states, whatever its type.
#[test]
fn loads_cost_what_they_may_take() {
    const TIMES: usize = 10_000;
    let fuel = |body: &str| {
        let module = format!(
            r#"(module (memory (export "memory") 1) (global (export "__heap_base") i32 (i32.const 1024))
            (func (export "bot") (param i32 i32) (result i32) {body} (i32.const 76)))"#
        );
        let module = wat::parse_str(module).unwrap();
        let lineup = lineup([&module; 2], &[]);
        let mut players =
            snakes().factory(Isolation::Reset, &WarnOnce::silent()).players(&lineup, 1).unwrap();
        assert_eq!(players.ask(0, &question(0)).unwrap(), Reply::Answer(b"L".to_vec()));
        players.processor_time(0)
    };
    let address = "(drop (i32.const 8))";
    let without = fuel(&address.repeat(TIMES));
    // 400 units of fuel are one microsecond.
    let eight_each = Duration::from_micros(8 * TIMES as u64 / 400);
    for load in ["i32.load", "i64.load", "f32.load", "f64.load", "i32.load8_s", "i32.load8_u", "i32.load16_s"]
        .into_iter()
        .chain(["i32.load16_u", "i64.load8_s", "i64.load8_u", "i64.load16_s", "i64.load16_u"])
        .chain(["i64.load32_s", "i64.load32_u"])
    {
        let with = fuel(&format!("(drop ({load} (i32.const 8)))").repeat(TIMES));
        assert_eq!(with.checked_sub(without), Some(eight_each), "{load}");
    }
}

/// A call sets the variables of the called function to zero. It costs the fuel that the manual states.
#[test]
fn calls_cost_what_they_zero() {
    let fuel = |locals: usize, calls: usize| {
        let module = format!(
            r#"(module (memory (export "memory") 1) (global (export "__heap_base") i32 (i32.const 1024))
            (func $f (local {}))
            (func (export "bot") (param i32 i32) (result i32) {} (i32.const 76)))"#,
            "i64 ".repeat(locals),
            "call $f ".repeat(calls)
        );
        let module = wat::parse_str(module).unwrap();
        let lineup = lineup([&module; 2], &[]);
        let mut players =
            snakes().factory(Isolation::Reset, &WarnOnce::silent()).players(&lineup, 1).unwrap();
        assert_eq!(players.ask(0, &question(0)).unwrap(), Reply::Answer(b"L".to_vec()));
        players.processor_time(0)
    };
    // The cost of 2,000 more calls; 400 units of fuel are one microsecond.
    let cost = |locals| fuel(locals, 4000).checked_sub(fuel(locals, 2000)).expect("more calls cost more");
    let without = cost(0);
    for (locals, units) in [(39, 0), (40, 1), (400, 10), (1000, 25)] {
        assert_eq!(cost(locals), without + Duration::from_micros(units * 2000 / 400), "{locals}");
    }
}

#[test]
fn c_plays_against_wasm() {
    let kind = snakes();
    if !kind.environment().contains(&("gcc", "none".into())) {
        let c = br#"int bot(int board[16][32], char player) { return player == 'X' ? 'L' : 'R'; }
            const char *bot_name = "C";"#;
        for isolation in [Isolation::Reset, Isolation::Fork, Isolation::Fast] {
            let factory = kind.factory(isolation, &WarnOnce::silent());
            let random = module("random");
            for programs in [[&c[..], &random], [&random, &c[..]]] {
                let lineup = lineup(programs, &[("turns", 200)]);
                let play = || {
                    let mut players = factory.players(&lineup, 3).unwrap();
                    let mut table = lineup.runner();
                    let finished = table.play(&lineup.draw_setup(3), players.as_mut(), &|| false).unwrap();
                    let Finished { outcome, answers, .. } = finished;
                    (outcome, answers)
                };
                let (outcome, answers) = play();
                assert!(outcome.fault.is_none(), "{outcome:?}");
                assert_eq!((outcome, answers), play());
            }
        }
    }
}

/// Stored results depend on the interpreter, so the environment must name its version.
#[test]
fn the_environment_names_the_interpreter() {
    assert!(snakes().environment().contains(&("wasm", VERSION.into())));
    let lock = include_str!("../../../Cargo.lock");
    let version = VERSION.split_once(", ").unwrap().0.strip_prefix("wasmi ").unwrap();
    assert!(lock.contains(&format!("name = \"wasmi\"\nversion = \"{version}\"\n")), "{VERSION}");
}

/// `cargo nextest run --release -p bout-guests --run-ignored only -E 'binary(wasm)' --no-capture`
#[test]
#[ignore = "prints times; the bound holds in release builds on a machine that is not too slow"]
fn a_fresh_instance_is_cheap() {
    let kind = snakes();
    let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
    let asked = question(0);
    for name in ["still", "told", "random", "last_page"] {
        let lineup = lineup([&module(name); 2], &[]);
        let mut players = factory.players(&lineup, 1).unwrap();
        let time = |_| {
            let start = Instant::now();
            players.ask(0, &asked).unwrap();
            start.elapsed()
        };
        let mut times: Vec<Duration> = (0..100_000).map(time).collect();
        times.sort();
        println!("{name}: p50 {:?}, p99 {:?}", times[times.len() / 2], times[times.len() * 99 / 100]);
    }
    for (name, (expected, bytes)) in modules() {
        if !expected.starts_with("fault time") {
            continue;
        }
        let lineup = lineup([&bytes; 2], &[]);
        let start = Instant::now();
        ask(factory.as_ref(), &lineup, 10);
        println!("{name}: {:?} for 100 ms of fuel", start.elapsed() / 10);
    }
}
