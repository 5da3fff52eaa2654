//! Snakes on the command line: output, log, isolation, faults, records, unusual names.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use serde_json::{Value, json};
use support::snakes::{FAULTY, RANDOM, STILL, walker};
use support::{FORMS, Run, Sandbox, keys};

/// Returns a match of `bout play --output jsonl`.
fn one(sandbox: &Sandbox, args: &[&str]) -> Value {
    sandbox.bout(&[&["play", "--output", "jsonl"], args].concat()).ok().jsonl().remove(0)
}

#[test]
fn a_match_says_who_won_and_why() {
    let sandbox = Sandbox::with_bots();
    let run = sandbox.bout(&["play", "walker.c", "still.c"]).ok();
    let run = run.prints(&[
        "turns 1,024",
        "move_time_ms 100",
        "Walker wins on turn 1,024: the last turn was played, and territory decides",
    ]);
    // The score is that of the record: squares of each side, in the order of the seats.
    let territory = one(&sandbox, &["walker.c", "still.c"])["territory"].clone();
    run.prints(&[&format!("territory {}:{}", territory[0], territory[1])]);
    sandbox.bout(&["play", "still.c", "still.c"]).ok().prints(&["draw between Still (0), Still (1)"]);
    sandbox.bout(&["play", "still.c"]).fails(2).says(&["exactly 2"]);
    sandbox.bout(&["play", "still.c", "still.c", "--rules", "turns=0"]).fails(2).says(&["turns"]);
    sandbox.bout(&["play", "still.c", "still.c", "--start", "1"]).fails(1).says(&["start", "key"]);
    sandbox.bout(&["play", "still.c", "still.c", "--log", "--output", "json"]).fails(2).says(&["--log"]);
}

#[test]
fn jsonl_has_the_documented_keys() {
    let sandbox = Sandbox::with_bots();
    let rules = ["--rules", "turns=20"];
    let line = one(&sandbox, &[&["walker.c", "invalid.c"], &rules[..]].concat());
    let documented = [
        "game",
        "match",
        "seed",
        "programs",
        "outcome",
        "winner",
        "reason",
        "turns",
        "invalid",
        "territory",
        "digest",
    ];
    assert_eq!(keys(&line), documented);
    // 15 moves enclose the corner, 6 by 6 squares. An invalid move leaves O where it is.
    assert_eq!((&line["reason"], &line["winner"]), (&json!("territory"), &json!(0)));
    assert_eq!((&line["territory"], &line["invalid"]), (&json!([36, 1]), &json!([0, 20])));
    let draw = one(&sandbox, &[&["walker.c", "walker.c"], &rules[..]].concat());
    assert_eq!((&draw["outcome"], &draw["tied"]), (&json!("draw"), &json!([0, 1])));
    assert_eq!(draw["territory"], json!([36, 36]));
    let fault = one(&Sandbox::with_faulty_bots(), &[&["still.c", "board.c"], &rules[..]].concat());
    assert_eq!(fault["fault"], json!({"seat": 1, "kind": "signal", "detail": "SIGSEGV"}));
    assert_eq!(
        (&fault["reason"], &fault["turns"], &fault["winner"]),
        (&json!("fault"), &json!(1), &json!(0))
    );
}

#[test]
fn the_forms_agree() {
    let sandbox = Sandbox::with_bots();
    let args = ["play", "walker.c", "random.c", "--rules", "turns=60", "--games", "3", "--output"];
    let run = |form| sandbox.bout(&[&args[..], &[form]].concat()).ok();
    let lines = run("jsonl").jsonl();
    assert_eq!(run("json").json()["matches"], Value::Array(lines[..3].to_vec()));
    let (header, rows) = run("csv").csv();
    for (line, row) in lines.iter().zip(&rows) {
        for (key, field) in header.iter().zip(row).filter(|(_, field)| !field.is_empty()) {
            let shown = line[key].as_str().map_or_else(|| line[key].to_string(), str::to_owned);
            assert_eq!(&shown, field, "{key}");
        }
    }
    let text = run("text").out;
    assert!(text.contains("match 2,") && text.contains("3 games:"), "{text}");
}

/// Isolation and threads change how a match is run, but not its result.
#[test]
fn results_depend_on_the_seed_alone() {
    let sandbox = Sandbox::with_bots();
    let play = |more: &[&str]| {
        let base = ["play", "random.c", "random.c", "--rules", "turns=150", "--games", "5", "--record", "r"];
        let run = sandbox.bout(&[&base[..], &["--output", "jsonl"], more].concat()).ok();
        let names = sandbox.names("r");
        let records: Vec<_> = names.iter().map(|name| sandbox.read(format!("r/{name}"))).collect();
        std::fs::remove_dir_all(sandbox.path("r")).unwrap();
        assert_eq!(records.len(), 5);
        (run.out, records)
    };
    let usual = play(&[]);
    for more in [
        &["--isolation", "reset"][..],
        &["--isolation", "fork"],
        &["--isolation", "fork", "--threads", "1"],
        &["--threads", "1"],
        &["--threads", "2"],
        &["--seed", "1"],
    ] {
        assert!(play(more) == usual, "{more:?}");
    }
    let digests = |out: &str| -> Vec<Value> {
        out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["digest"].take()).collect()
    };
    let (one, other) = (digests(&usual.0), digests(&play(&["--seed", "2"]).0));
    assert!((0..5).all(|game| one[game] != other[game] && one[game] != one[(game + 1) % 5]));
}

#[test]
fn fast_is_for_practice_and_says_so() {
    let sandbox = Sandbox::with_bots();
    let args = ["play", "walker.c", "random.c", "--rules", "turns=100", "--isolation"];
    let [fast, reset] = ["fast", "reset"].map(|isolation| {
        let run = sandbox.bout(&[&args[..], &[isolation, "--output", "jsonl"]].concat()).ok();
        run.jsonl()
    });
    assert_eq!((&fast[0]["isolation"], &fast[1]["summary"]["isolation"]), (&json!("fast"), &json!("fast")));
    assert_eq!(fast[0]["digest"], reset[0]["digest"], "who keeps to the rules plays the same");
    assert!(reset[0].get("isolation").is_none());
    sandbox.bout(&[&args[..], &["fast"]].concat()).ok().prints(&["practice"]);
    assert!(!sandbox.bout(&[&args[..], &["fork"]].concat()).ok().out.contains("practice"));
    sandbox.bout(&[&args[..], &["none"]].concat()).fails(2).says(&["reset", "fork", "fast"]);
}

/// `fast` finds state that survives a call by asking the bot twice. In the other modes
/// no state survives.
#[test]
fn what_stays_between_calls_is_a_fault_of_state_under_fast_only() {
    let sandbox = Sandbox::with_faulty_bots();
    let fault =
        |isolation| one(&sandbox, &["remembers.c", "still.c", "--isolation", isolation])["fault"].take();
    assert_eq!((fault("fast")["kind"].take(), fault("fast")["seat"].take()), (json!("state"), json!(0)));
    assert_eq!((fault("reset"), fault("fork")), (Value::Null, Value::Null));
}

/// Builds a board from parts. Each part repeats a row, with its text at the left or right and
/// points for the rest.
fn board(parts: &[(usize, &str, Side)]) -> String {
    let row = |(_, text, side): &(usize, &str, Side)| match side {
        Side::Left => format!("{text:.<32}\n"),
        Side::Right => format!("{text:.>32}\n"),
    };
    parts.iter().map(|part| row(part).repeat(part.0)).collect::<String>() + "\n"
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}
use Side::{Left, Right};

/// The first boards of the manual's log. One bot goes down and right, the other left and up.
#[test]
fn the_log_is_that_of_the_document() {
    let sandbox = Sandbox::with_bots();
    let args = ["play", "walker.c", "walker.c", "--log", "--rules", "turns=16"];
    let run = sandbox.bout(&args);
    assert_eq!(run.code, Some(0), "{run:#?}");
    assert!(run.err.contains("draw between Walker"), "the result is told beside the log: {run:#?}");
    let boards: Vec<String> = run.out.split_inclusive("\n\n").map(str::to_owned).collect();
    assert_eq!(boards.len(), 17, "one before the first turn and one after each");
    let start = board(&[(1, "*", Left), (14, "", Left), (1, "@", Right)]);
    let after_10 = board(&[
        (5, "X", Left),
        (1, "XXXXX*", Left),
        (4, "", Left),
        (1, "@.....", Right),
        (4, "O.....", Right),
        (1, "OOOOOO", Right),
    ]);
    let after_14 = board(&[
        (1, "X", Left),
        (1, "X....*", Left),
        (3, "X....X", Left),
        (1, "XXXXXX", Left),
        (4, "", Left),
        (1, "OOOO@.", Right),
        (4, "O.....", Right),
        (1, "OOOOOO", Right),
    ]);
    let after_15 = board(&[
        (1, "XXXXX*", Left),
        (5, "XXXXXX", Left),
        (4, "", Left),
        (1, "OOOOO@", Right),
        (5, "OOOOOO", Right),
    ]);
    for (turn, expected) in [(0, &start), (10, &after_10), (14, &after_14), (15, &after_15), (16, &after_15)]
    {
        assert_eq!(&boards[turn], expected, "after turn {turn}:\n{}", boards[turn]);
    }
}

/// X goes along the top and down to the bottom. The column that it cuts off becomes its own, with
/// O in it.
#[test]
fn a_log_ends_with_the_board_on_which_the_match_ended() {
    let sandbox = Sandbox::with_bots();
    sandbox.file("cut.c", walker("Cut", &("R".repeat(30) + &"D".repeat(15)), ""));
    let run = sandbox.bout(&["play", "cut.c", "still.c", "--log"]);
    assert!(run.err.contains("Cut wins on turn 45: the other bot was enclosed"), "{run:#?}");
    let boards: Vec<&str> = run.out.split_inclusive("\n\n").collect();
    assert_eq!(boards.len(), 46);
    let before = board(&[(1, &"X".repeat(31), Left), (13, "X.", Right), (1, "*.", Right), (1, "@", Right)]);
    assert_eq!(boards[44], before);
    let after = board(&[(1, &"X".repeat(32), Left), (14, "XX", Right), (1, "*@", Right)]);
    assert_eq!(boards[45], after);
    let line = one(&sandbox, &["cut.c", "still.c"]);
    // 31 along the top, 15 down, and the 16 of the last column, including O's own square.
    assert_eq!((&line["territory"], &line["turns"]), (&json!([62, 0]), &json!(45)));
}

/// `SplitMix64` as described in the manual, from a call's seed on.
struct Rand(u64);

impl Rand {
    /// Creates the generator of a call. `player` is 0 for X and 1 for O; turns count from 1.
    fn of_call(key: u64, turn: u64, player: u64) -> Self {
        Self(mixed(key.wrapping_add(GOLDEN.wrapping_mul(2 * turn + player))))
    }

    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(GOLDEN);
        u32::try_from(mixed(self.0) >> 33).unwrap()
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn rand_gives_the_numbers_of_the_manual() {
    let key = 10_393_729_187_455_219_830_u64;
    // The seeds that the manual computes for this key.
    assert_eq!(Rand::of_call(key, 1, 0).0, 0xd391_1970_96f5_5943);
    assert_eq!(Rand::of_call(key, 1, 1).0, 0x0f4c_25eb_7d84_e9ae);
    assert_eq!(Rand::of_call(key, 2, 0).0, 0x9ebc_6673_d4b6_7203);
    let sandbox = Sandbox::with_bots();
    let third = RANDOM.replace("return", "rand(), rand(); return");
    sandbox.file("third.c", third);
    sandbox.file("seeded.c", RANDOM.replace("return", "srand(7); return"));
    for (name, answer) in [
        ("random.c", (|mut rand: Rand| rand.next()) as fn(Rand) -> u32),
        ("third.c", |mut rand| [rand.next(), rand.next(), rand.next()][2]),
        ("seeded.c", |_| Rand(7).next()),
    ] {
        let setup = format!("key={key}");
        let args = ["play", name, name, "--setup", &setup, "--rules", "turns=40", "--record", "r"];
        sandbox.bout(&args).ok();
        let path = format!("r/{}", sandbox.names("r")[0]);
        let record = record::read(&sandbox.read(&path)).unwrap();
        std::fs::remove_file(sandbox.path(path)).unwrap();
        let calls = (1..=40).flat_map(|turn| [0, 1].map(|player| Rand::of_call(key, turn, player)));
        let expected: Vec<u8> = calls.map(|rand| b"LRUD"[answer(rand) as usize >> 29]).collect();
        let answered: Vec<u8> = record.answers.replies.iter().map(letter).collect();
        // A match that ends early has fewer answers.
        assert_eq!(answered, expected[..answered.len()], "{name}");
        assert!(answered.len() > 10, "{name}");
    }
}

fn letter(reply: &game::Reply<Vec<u8>>) -> u8 {
    match reply {
        game::Reply::Answer(bytes) => bytes[0],
        game::Reply::Fault(kind, detail) => panic!("a fault: {kind:?} {detail}"),
    }
}

#[test]
fn every_kind_of_fault_is_told() {
    let sandbox = Sandbox::with_faulty_bots();
    for (name, kind, detail, _) in FAULTY {
        for (programs, seat) in [([name, "still.c"], 0), (["still.c", name], 1)] {
            let line = one(&sandbox, &programs);
            let winner = 1 - seat;
            assert_eq!(line["fault"], json!({"seat": seat, "kind": kind, "detail": detail}), "{name}");
            assert_eq!((&line["outcome"], &line["winner"]), (&json!("win"), &json!(winner)), "{name}");
            assert_eq!((&line["reason"], &line["turns"]), (&json!("fault"), &json!(1)), "{name}");
        }
        let text = sandbox.bout(&["play", name, "still.c"]).ok().out;
        assert!(
            text.contains("Still wins on turn 1: ") && text.contains(&format!(" failed, {kind}: {detail}")),
            "{text}"
        );
        let (header, rows) = sandbox.bout(&["play", "still.c", name, "--output", "csv"]).ok().csv();
        let at = |key: &str| header.iter().position(|column| column == key).unwrap();
        assert_eq!([&rows[0][at("fault")], &rows[0][at("reason")]], [&format!("1 {kind}"), "fault"]);
        sandbox.bout(&["check", name]).fails(1).prints(&["loses its first move by a fault", kind]);
    }
}

#[test]
fn the_same_faults_however_calls_are_kept_apart() {
    let sandbox = Sandbox::with_faulty_bots();
    for (name, ..) in FAULTY {
        let outcome = |isolation| {
            let mut line = one(&sandbox, &[name, "still.c", "--isolation", isolation]);
            line.as_object_mut().unwrap().remove("isolation");
            line
        };
        let reset = outcome("reset");
        assert_eq!(outcome("fork"), reset, "{name}");
        assert_eq!(outcome("fast"), reset, "{name}");
    }
}

/// Records contain the answers, so replaying them runs no bot.
#[test]
fn records_are_true_without_any_compiler() {
    let sandbox = Sandbox::with_faulty_bots();
    for programs in [["random.c", "walker.c"], ["still.c", "board.c"], ["invalid.c", "random.c"]] {
        let args = ["--record", "r", "--rules", "turns=200", "--games", "2"];
        sandbox.bout(&[&["play"][..], &programs, &args].concat()).ok();
    }
    assert_eq!(sandbox.names("r").len(), 6);
    for args in [&["replay", "r"][..], &["replay", "--deep", "r"]] {
        let mut command = sandbox.command(args);
        let command = command.env("PATH", "").env("BOUT_CACHE_DIR", sandbox.path("nowhere"));
        let run = Run::of(command.output().unwrap()).ok();
        assert_eq!(run.out.matches(": verified; snakes").count(), 6, "{run:#?}");
    }
    assert!(!sandbox.path("nowhere").exists());
}

/// A record with one answer changed and a matching checksum.
#[test]
fn a_forged_answer_is_found() {
    let sandbox = Sandbox::with_bots();
    sandbox.bout(&["play", "walker.c", "still.c", "--record", "r", "--rules", "turns=30"]).ok();
    let mut record = record::read(&sandbox.read(format!("r/{}", sandbox.names("r")[0]))).unwrap();
    record.answers.replies[0] = game::Reply::Answer(b"R".to_vec());
    sandbox.file("forged.bout", record::write(&record));
    let run = sandbox.bout(&["replay", "forged.bout"]).fails(1);
    run.prints(&["NOT verified"]);
}

#[test]
fn the_setup_in_the_text_can_be_given_back() {
    let sandbox = Sandbox::with_bots();
    let base = ["play", "random.c", "random.c", "--rules", "turns=90"];
    let text = sandbox.bout(&[&base[..], &["--seed", "5"]].concat()).ok().out;
    let options: Vec<&str> = text[text.find("--").unwrap()..].split_whitespace().collect();
    let digest = |more: &[&str]| one(&sandbox, &[&base[1..], more].concat())["digest"].take();
    assert_eq!(digest(&options), digest(&["--seed", "5"]), "{text}");
    assert_ne!(digest(&["--setup", "key=3"]), digest(&["--seed", "5"]));
    sandbox.bout(&[&base[..], &["--setup", "key=1,2"]].concat()).fails(1).says(&["key"]);
}

#[test]
fn a_bot_may_come_on_standard_input() {
    let sandbox = Sandbox::with_bots();
    let args = ["play", "-", "still.c", "--game", "snakes", "--rules", "turns=20", "--output", "jsonl"];
    let run = sandbox.bout_with(&args, walker("Piped", "DDRRUU", "").as_bytes()).ok();
    assert_eq!(
        (&run.jsonl()[0]["programs"], &run.jsonl()[0]["territory"]),
        (&json!(["-", "still.c"]), &json!([9, 1]))
    );
    sandbox.bout_with(&["check", "-", "--game", "snakes"], STILL.as_bytes()).ok().prints(&["-: ok, Still"]);
    sandbox.bout_with(&["play", "-", "still.c"], STILL.as_bytes()).fails(2).says(&["--game"]);
}

#[test]
fn odd_file_names_are_only_names() {
    let sandbox = Sandbox::with_bots();
    let names = [
        &b"-x.c"[..],
        b"--seed.c",
        b"a b.c",
        b"$(touch made).c",
        b"`touch made`.c",
        b"q'\"\\.c",
        b"a;touch made;.c",
        b"two\nlines.c",
        b"\x1b[31mred.c",
        b"n\xff.c",
        "☃.c".as_bytes(),
        b"%s%n.c",
        b"@file.c",
        b"a\".c",
    ];
    for name in names.map(OsStr::from_bytes) {
        sandbox.file(name, STILL);
        let run = |args: &[&str]| {
            let args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
            sandbox.bout(&[&args[..], &[OsStr::new("--"), name, OsStr::new("still.c")]].concat()).ok()
        };
        let shown = name.to_string_lossy().into_owned();
        assert_eq!(run(&["check", "--output", "jsonl"]).jsonl()[0]["file"], shown);
        let played = run(&["play", "--rules", "turns=3", "--record", "r", "--output", "jsonl"]);
        assert_eq!(played.jsonl()[0]["programs"][0], shown);
        assert!(!run(&["check"]).out.contains('\u{1b}'));
        if name.len() < 7 {
            run(&["tournament", "--games", "2", "--rules", "turns=3", "--fresh"]);
            sandbox.bout(&["rejudge", "contest.lock"]).ok();
        }
    }
    sandbox.bout(&["replay", "r"]).ok();
    assert!(!sandbox.path("made").exists(), "somebody ran a file's name");
}

#[test]
fn a_refused_bot_ends_the_command_before_any_match() {
    let sandbox = Sandbox::with_bots();
    sandbox.file("global.c", "int count;\n".to_owned() + STILL);
    for form in FORMS {
        let args = ["play", "still.c", "global.c", "--record", "r", "--output", form];
        let run = sandbox.bout(&args).fails(1).says(&["global.c:1:5", "S10", "count"]);
        assert_eq!(run.out, "");
        assert!(!sandbox.path("r").exists());
    }
}

/// Compiled bots are cached, and a damaged cache costs only time.
#[test]
fn the_cache_may_be_lost_damaged_or_impossible() {
    let sandbox = Sandbox::with_bots();
    let play = |cache: &str| {
        let mut command = sandbox.command(&["play", "walker.c", "random.c", "--rules", "turns=50"]);
        Run::of(command.env("BOUT_CACHE_DIR", cache).output().unwrap()).ok().out
    };
    let usual = play("kept");
    let names: Vec<String> =
        sandbox.names("kept/bots").into_iter().filter(|name| name != "CACHEDIR.TAG").collect();
    assert_eq!(names.len(), 2, "{names:?}");
    for damage in [&b""[..], b"x", &[0; 5000]] {
        for name in &names {
            sandbox.file(format!("kept/bots/{name}"), damage);
        }
        assert_eq!(play("kept"), usual);
    }
    let whole = sandbox.read(format!("kept/bots/{}", names[0]));
    sandbox.file(format!("kept/bots/{}", names[1]), whole);
    assert_eq!(play("kept"), usual, "one bot in place of the other");
    sandbox.file("file", "x");
    for impossible in ["file", "file/deeper", "/proc/nowhere", "/dev/null"] {
        assert_eq!(play(impossible), usual);
    }
    assert_eq!(sandbox.read("file"), b"x");
}

/// If the user names a folder of their own as the cache, all its files are kept,
/// whatever their size.
#[test]
fn the_cache_takes_nothing_of_the_users() {
    let sandbox = Sandbox::with_bots();
    std::fs::File::create(sandbox.path("film.mkv")).unwrap().set_len(200 << 20).unwrap();
    sandbox.file(".bashrc", "alias ll='ls -l'");
    let before = sandbox.names(".");
    let mut command = sandbox.command(&["check", "walker.c"]);
    Run::of(command.env("BOUT_CACHE_DIR", sandbox.path(".")).output().unwrap()).ok();
    let mut after = sandbox.names(".");
    after.retain(|name| name != "bots");
    assert_eq!(after, before);
}

#[test]
fn a_match_that_is_viewed_has_the_record_that_it_has_when_it_is_played() {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

    let sandbox = Sandbox::with_bots();
    sandbox.bout(&["play", "walker.c", "random.c", "--seed", "7", "--record", "r"]).ok();
    let name = format!("r/{}", sandbox.names("r")[0]);
    sandbox.bout(&["view", "walker.c", "random.c", "--seed", "7", "-o", "fight.html"]).ok();
    let page = String::from_utf8(sandbox.read("fight.html")).unwrap();
    let (_, rest) = page.split_once("id=\"record\">").unwrap();
    let (held, _) = rest.split_once("</script>").unwrap();
    let viewed = record::read(&STANDARD.decode(held).unwrap()).unwrap();
    let played = record::read(&sandbox.read(&name)).unwrap();
    assert!(!viewed.environment.is_empty(), "a record names the compiler");
    assert!(viewed.state_hash.is_some());
    assert_eq!(viewed, played);
}
