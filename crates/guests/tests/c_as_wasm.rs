//! Bots in C compiled to WebAssembly against the same sources as machine code: the same verdicts, and the same answers on any board.
//!
//! Where clang is missing, nothing is compared, and the tests say so.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{AnyGame as _, Reply, Rules, Wire as _};
use games::snakes::{CELLS, Question, Snakes};
use guests::{GuestError, Kind, Notices, c_as_wasm};
use referee::Lineup;
use sandbox::Isolation;

/// How many boards each bot is asked about.
const BOARDS: u64 = 8;

/// Legal bots that are not the same here, and why: the manual's page on WebAssembly has these differences.
const DIFFERENT: &[(&str, &str)] = &[];

/// Both ways; nothing where clang is missing.
fn ways() -> Option<(Box<dyn Kind>, Box<dyn Kind>)> {
    let natively =
        guests::kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    match c_as_wasm::kind(None) {
        Ok(by_wasm) => Some((natively, by_wasm)),
        Err(why) => {
            eprintln!("nothing is compared: {why}");
            None
        }
    }
}

fn sources(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "c"));
    files
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect()
}

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// A board with both snakes, areas and empty squares at random.
fn question(seed: u64) -> Vec<u8> {
    let mut numbers = Numbers(seed);
    let mut square = || b"....XO"[usize::try_from(numbers.below(6)).unwrap()];
    let mut board = [b'.'; CELLS];
    board.fill_with(&mut square);
    let mut place = || usize::try_from(numbers.below(CELLS as u64)).unwrap();
    let (x, o) = (place(), place());
    board[o] = b'@';
    board[x] = b'*';
    let player = if seed % 2 == 0 { b'X' } else { b'O' };
    let mut bytes = Vec::new();
    Question { rand_seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), player, board }.encode(&mut bytes);
    bytes
}

/// What a bot answers on each board; or why it is refused.
fn answers(kind: &dyn Kind, source: &[u8]) -> Result<Vec<String>, String> {
    kind.examine(source).map_err(|error| match error {
        GuestError::Refused(reasons) => {
            reasons.iter().map(|one| format!("{} {}", one.code, one.message)).collect::<Vec<_>>().join("; ")
        }
        GuestError::Machine(why) => panic!("{why}"),
    })?;
    let program = Snakes.read(source).program.expect("a source is a program");
    let mut rules = Rules::new();
    rules.add("move_time_ms", 1000).unwrap();
    let lineup = Lineup::new(&Snakes, vec![program.clone(), program], &rules).unwrap();
    let house = kind.house(Isolation::Reset, &Notices::unheard());
    let mut guests = house.guests(&lineup, 1).unwrap();
    let mut said = Vec::new();
    for seed in 0..BOARDS {
        match guests.ask(0, &question(seed)).unwrap() {
            Reply::Answer(answer) => said.push(String::from_utf8_lossy(&answer).into_owned()),
            // Nobody is asked again after a fault.
            Reply::Fault(kind, _) => {
                said.push(format!("fault {}", kind.word()));
                break;
            }
        }
    }
    Ok(said)
}

/// Every source by both ways, and what is not the same.
fn differences(all: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, String> {
    let Some((natively, by_wasm)) = ways() else { return BTreeMap::new() };
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let all: Vec<_> = all.iter().collect();
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, std::num::NonZero::get) {
            scope.spawn(|| {
                while let Some((name, source)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (here, there) = (answers(&*natively, source), answers(&*by_wasm, source));
                    if here != there {
                        let difference = format!("natively {here:?}, by WebAssembly {there:?}");
                        found.lock().unwrap().insert((*name).clone(), difference);
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

#[test]
fn examples_play_the_same() {
    let found = differences(&sources("examples/snakes"));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn legal_bots_play_the_same_but_for_what_the_manual_says() {
    let mut found = differences(&sources("testdata/snakes/legal"));
    found.retain(|name, _| DIFFERENT.iter().all(|(known, _)| known != name));
    assert!(found.is_empty(), "{found:#?}");
}
