//! Compares bots in C that are compiled to WebAssembly with the same bots as machine code. Both must get the
//! same verdicts and give the same answers on any board.
//!
//! Without clang, the tests compare nothing and print why.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{AnyGame as _, Reply, Rules, WireFormat as _};
use games::snakes::{CELLS, Question, Snakes};
use guests::{GuestError, Kind, WarnOnce, c_as_wasm};
use referee::Lineup;
use sandbox::Isolation;

/// The number of boards that each bot gets.
const BOARDS: u64 = 8;

/// Legal bots that differ when compiled to WebAssembly, and why. The manual's page on WebAssembly lists these
/// differences.
const DIFFERENT: &[(&str, &str)] = &[
    ("bitfields.c", "long has 4 bytes"),
    ("builtin_setjmp.c", "clang has no __builtin_setjmp for WebAssembly"),
    ("complex_arithmetic.c", "no quotients of complex numbers"),
    ("conversions.c", "long has 4 bytes"),
    ("decimal.c", "refused, in other words"),
    ("errno.c", "long has 4 bytes"),
    ("float128.c", "refused, in other words"),
    ("float_environment.c", "long double"),
    ("half_precision.c", "refused, in other words"),
    ("limits.c", "long and pointers have 4 bytes"),
    ("malloc_too_much.c", "size_t has 4 bytes"),
    ("math_all_of_it.c", "long double"),
    ("math_float_and_long.c", "long double"),
    ("nested_functions.c", "an extension of gcc's"),
    ("recursion_2_mib.c", "a stack of 1 MiB"),
    ("stack_alignment.c", "long double"),
    ("stack_array_7_mib.c", "a stack of 1 MiB"),
    ("unions.c", "long has 4 bytes"),
    ("vectors.c", "an extension of gcc's"),
];

/// Returns the native and the WebAssembly kind; `None` without clang.
fn ways() -> Option<(Box<dyn Kind>, Box<dyn Kind>)> {
    let natively =
        guests::kind("snakes", None).expect("this machine can run bots").expect("Snakes runs bots");
    match c_as_wasm::kind(Some(cache())) {
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

/// A generator of pseudo-random numbers with a fixed sequence per seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// Makes a question with a random board: both snakes, their areas and empty squares.
fn question(seed: u64) -> Vec<u8> {
    let mut numbers = Numbers(seed);
    let mut square = || b"....XO"[usize::try_from(numbers.below(6)).unwrap()];
    let mut board = [b'.'; CELLS];
    board.fill_with(&mut square);
    let mut place = || usize::try_from(numbers.below(CELLS as u64)).unwrap();
    let (x, o) = (place(), place());
    board[o] = b'@';
    board[x] = b'*';
    let player = if seed.is_multiple_of(2) { b'X' } else { b'O' };
    let mut bytes = Vec::new();
    Question { rand_seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), player, board }.encode(&mut bytes);
    bytes
}

/// Returns the bot's answer on each board, or why the bot is refused.
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
    let factory = kind.factory(Isolation::Reset, &WarnOnce::silent());
    let mut players = factory.players(&lineup, 1).unwrap();
    let mut said = Vec::new();
    for seed in 0..BOARDS {
        match players.ask(0, &question(seed)).unwrap() {
            Reply::Answer(answer) => said.push(String::from_utf8_lossy(&answer).into_owned()),
            // A match ends with a fault, so the bot gets no more questions.
            Reply::Fault(kind, _) => {
                said.push(format!("fault {}", kind.word()));
                break;
            }
        }
    }
    Ok(said)
}

/// Runs every source both ways and returns the differences, by file name.
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
    let found = differences(&sources("crates/bout/examples/snakes"));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn legal_bots_play_the_same_but_for_what_the_manual_says() {
    let mut found = differences(&sources("testdata/snakes/legal"));
    found.retain(|name, _| DIFFERENT.iter().all(|(known, _)| known != name));
    assert!(found.is_empty(), "{found:#?}");
}

/// The cache folder of the compiled library, which all tests share.
fn cache() -> std::path::PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-as-wasm")
}

fn rulings(kind: &dyn Kind, source: &[u8]) -> Vec<&'static str> {
    let mut codes: Vec<_> = match kind.examine(source) {
        Ok(_) => Vec::new(),
        Err(GuestError::Refused(reasons)) => {
            reasons.iter().filter(|one| one.severity == game::Severity::Error).map(|one| one.code).collect()
        }
        Err(GuestError::Machine(why)) => panic!("{why}"),
    };
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[test]
fn assembly_is_refused_as_it_is_natively() {
    let Some((natively, by_wasm)) = ways() else { return };
    let mut found = BTreeMap::new();
    for (name, source) in
        sources("testdata/snakes/hostile").into_iter().filter(|(name, _)| name.starts_with("asm_"))
    {
        let (here, there) = (rulings(&*natively, &source), rulings(&*by_wasm, &source));
        // Where clang lacks an x86 header, it reports that (S10) before it finds any assembly.
        if here.is_empty() != there.is_empty() || there.iter().any(|code| !["S10", "S14"].contains(code)) {
            found.insert(name, format!("natively {here:?}, by WebAssembly {there:?}"));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn what_may_not_be_is_refused_by_name() {
    let Some((_, by_wasm)) = ways() else { return };
    let bot = |rest: &str, body: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n{rest}\n\
             int bot(int board[16][32], char player)\n{{\n    {body}\n    return 'R';\n}}\nconst char *bot_name = \"B\";\n"
        )
    };
    let cases = [
        (bot("", "printf(\"%d\", board[0][0]);"), "S11 `printf` is not among what a bot may use"),
        (bot("", "srand(time(NULL));"), "S11 `time` is not among what a bot may use"),
        (
            bot("static int count;", "if (count++ > board[0][0]) return rand();"),
            "S10 `count` is a writable variable",
        ),
        (bot("int table[4] = {1, 2, 3};", "table[board[0][0] & 3]++;"), "S10 `table` is a writable variable"),
        (
            bot("", "static int calls; if (++calls > board[0][0]) return 'L';"),
            "S10 `calls` is a writable variable",
        ),
        (
            bot("__attribute__((constructor)) static void first(void) { rand(); }", ""),
            "S10 `first` would run before",
        ),
        (bot("#include \"/etc/passwd\"", ""), "S14 `/etc/passwd` is not a standard header"),
        (
            "static char *bot_name = \"B\";\nint bot(int board[16][32], char player) { return 'R'; }\n"
                .into(),
            "S10 there is no `bot_name`",
        ),
        ("char *bot_name = \"B\";\n".into(), "S10 there is no function `bot`"),
    ];
    for (source, expected) in cases {
        let error = by_wasm.examine(source.as_bytes()).expect_err(&source);
        let GuestError::Refused(reasons) = error else { panic!("{error}") };
        let said: Vec<_> = reasons.iter().map(|one| format!("{} {}", one.code, one.message)).collect();
        assert!(said.iter().any(|one| one.starts_with(expected)), "{expected}: {said:?}");
    }
}

/// A bot that calls the functions of math.h with numbers from `rand`. Its answer depends on every bit of
/// their results.
fn mathematician(suffix: &str, number: &str) -> String {
    let one = "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p cbrt erf erfc tgamma \
               lgamma ceil floor trunc round rint sqrt fabs logb";
    let two = "atan2 pow hypot fmod remainder nextafter fdim fmax fmin copysign";
    let calls = one
        .split_whitespace()
        .map(|name| format!("mix({name}{suffix}(x));"))
        .chain(two.split_whitespace().map(|name| format!("mix({name}{suffix}(x, y));")))
        .collect::<String>();
    format!(
        "#include <math.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #define mix(value) do {{ {number} v = value; unsigned char b[sizeof v]; if (v != v) v = 7; memcpy(b, &v, sizeof v); \
         for (unsigned i = 0; i < sizeof b; i++) hash = (hash ^ b[i]) * 16777619u; }} while (0)\n\
         int bot(int board[16][32], char player)\n{{\n    unsigned hash = 2166136261u;\n    int n;\n    {number} whole, s, c;\n\
         for (int i = 0; i < 60; i++) {{\n volatile {number} a = (rand() - 1073741824) / 67108864.0, b = rand() / 268435456.0;\n\
         {number} x = a, y = b;\n {calls}\n\
         mix(fma{suffix}(x, y, x)); mix(scalbn{suffix}(x, i - 30)); mix(frexp{suffix}(x, &n)); mix(n); mix(modf{suffix}(x, &whole)); \
         mix(whole); mix(remquo{suffix}(x, y, &n)); mix(n & 7); mix(jn{suffix}(i % 5, y)); mix(j0{suffix}(y)); mix(y1{suffix}(y)); \
         s = c = 0; sincos{suffix}(x, &s, &c); mix(s); mix(c);\n}}\n\
         return \"LRUD\"[hash >> 30];\n}}\nconst char *bot_name = \"M\";\n"
    )
    .replace("#include <math.h>", "#define _GNU_SOURCE\n#include <math.h>")
}

#[test]
fn mathematics_has_the_same_bits() {
    let bots = [("double.c", mathematician("", "double")), ("float.c", mathematician("f", "float"))];
    let bots = bots.map(|(name, source)| (name.to_owned(), source.into_bytes()));
    let found = differences(&BTreeMap::from(bots.clone()));
    assert!(found.is_empty(), "{found:#?}");
    if let Some((_, by_wasm)) = ways() {
        let answers = answers(&*by_wasm, &bots[0].1).unwrap();
        assert!(answers.iter().any(|answer| *answer != answers[0]), "{answers:?}");
    }
}
