//! Examining bots: `bout check`, `bout ask`, `bout doctor`, and machines without a compiler.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use serde_json::{Value, json};
use support::snakes::{INVALID, PRINTS, STILL};
use support::{FORMS, Run, Sandbox, keys};

/// Returns what `bout check --output jsonl` reports about a source.
fn check(source: impl AsRef<[u8]>, more: &[&str]) -> Value {
    let sandbox = Sandbox::new();
    sandbox.file("bot.c", source);
    let run = sandbox.bout(&[&["check", "bot.c", "--output", "jsonl"], more].concat());
    let line = run.jsonl().remove(0);
    assert_eq!(run.code, Some(i32::from(line["ok"] == false)), "{run:#?}");
    line
}

/// Returns the errors of a refused source: code, line (0 for the whole file), message.
#[track_caller]
fn refused(source: impl AsRef<[u8]>) -> Vec<(String, u64, String)> {
    let line = check(source, &[]);
    assert_eq!(line["ok"], false, "{line:#}");
    let errors = line["diagnostics"].as_array().unwrap().iter().filter(|one| one["severity"] == "error");
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    errors
        .map(|one| (text(one, "code"), one["line"].as_u64().unwrap_or_default(), text(one, "message")))
        .collect()
}

#[test]
fn the_compilers_errors_stand_where_they_are() {
    let sandbox = Sandbox::new();
    let source = "#include <stdlib.h>\nint bot(int board[16][32], char player)\n{\n\treturn missing + player;\n}\nchar *bot_name = \"Bad\";\n";
    sandbox.file("bad.c", source);
    let run = sandbox.bout(&["check", "bad.c"]).fails(1);
    run.prints(&[
        "error[S10]",
        "'missing' undeclared",
        "bad.c:4:9",
        "^^^^^^^",
        "not a legal program of snakes",
    ]);
    let line = check(source, &[]);
    let found = &line["diagnostics"][0];
    let documented = ["severity", "code", "line", "column", "end_line", "end_column", "message", "help"];
    assert_eq!(keys(found), documented);
    let place = ["line", "column", "end_line", "end_column"].map(|key| found[key].as_u64().unwrap());
    assert_eq!(place, [4, 9, 4, 16]);
    let (header, rows) = sandbox.bout(&["check", "bad.c", "--output", "csv"]).fails(1).csv();
    assert_eq!(header[..5], ["file", "severity", "code", "line", "column"]);
    assert_eq!(rows[0][..5], ["bad.c", "error", "S10", "4", "9"]);
}

#[test]
fn what_a_bot_may_not_use_is_named_with_its_place() {
    let line = check(
        "#include <stdio.h>\n#include <time.h>\n#include <stdlib.h>\nint bot(int board[16][32], char player)\n{\n    \
         srand(time(NULL));\n    printf(\"%d %c\", board[0][0], player);\n    return 'L';\n}\nchar *bot_name = \"Uses\";\n",
        &[],
    );
    let found: Vec<_> = line["diagnostics"].as_array().unwrap().iter().collect();
    let places: Vec<_> =
        found.iter().map(|one| (one["code"].as_str().unwrap(), one["line"].as_u64().unwrap())).collect();
    assert_eq!(places, [("S11", 6), ("S11", 7)]);
    let says = |at: usize, key: &str, word: &str| {
        assert!(found[at][key].as_str().unwrap().contains(word), "{line:#}");
    };
    says(0, "message", "`time`");
    says(0, "help", "srand(time(NULL))");
    says(1, "message", "`printf`");
    says(1, "help", "BOUT_ASK");
}

#[test]
fn what_is_refused_at_the_door() {
    let with = |first: &str| format!("{first}\n{STILL}");
    for (source, code, line, word) in [
        (with("int count;"), "S10", 1, "count"),
        (with("static char seen[512];\nchar *look(void) { return seen; }"), "S10", 1, "seen"),
        (with("int next(void) { static int n; return n++; }"), "S10", 1, "`n`"),
        (with("_Thread_local int mine; int *look(void) { return &mine; }"), "S10", 1, "mine"),
        (
            with("__attribute__((constructor)) static void early(void) { *(volatile int *)8 = 1; }"),
            "S10",
            1,
            "early",
        ),
        (with("static int add(int a) { __asm__(\"nop\"); return a; }"), "S14", 1, "asm"),
        (with("#include \"other.c\""), "S10", 1, "other.c"),
        (with("#include \"/etc/passwd\""), "S10", 1, "/etc/passwd"),
        (STILL.replace("const char *bot_name", "const char bot_name[]"), "S10", 7, "bot_name"),
        (STILL.replace("\"Still\"", "0"), "S10", 7, "bot_name"),
        (STILL.replace("bot_name", "name"), "S10", 0, "bot_name"),
        (STILL.replace("int bot(", "int bat("), "S10", 0, "bot"),
        (STILL.replace("int board[16][32]", "int *board"), "S10", 2, "bot"),
        (STILL.replace("return", "{ return"), "S10", 7, ""),
        (String::new(), "S10", 0, "empty"),
        (with(&" ".repeat(1 << 20)), "S14", 0, "1048576"),
    ] {
        let found = refused(&source);
        let is_it = |(its_code, at, message): &(String, u64, String)| {
            (its_code.as_str(), *at) == (code, line) && message.contains(word)
        };
        let start: String = source.chars().take(200).collect();
        assert!(found.iter().any(is_it), "{code} {line} {word} is not in {found:?}\n{start}");
    }
}

/// No message contains text from a file that a bot may not read.
#[test]
fn the_compiler_reads_standard_headers_only() {
    let sandbox = Sandbox::new();
    sandbox.file("secret.h", "#error XYZZY\n");
    let path = sandbox.path("secret.h").display().to_string();
    for line in [
        "#include \"secret.h\"".to_owned(),
        format!("#include \"{path}\""),
        format!("#include <{path}>"),
        format!("#if __has_include(\"{path}\")\n#error XYZZY\n#endif"),
        format!("const char data[] = {{\n#embed \"{path}\"\n}};"),
    ] {
        sandbox.file("bot.c", line.clone() + "\n" + STILL);
        let run = sandbox.bout(&["check", "bot.c", "--output", "json"]);
        assert!(!run.out.contains("#error") && !run.out.contains("\"XYZZY"), "{line}: {run:#?}");
    }
}

#[test]
fn warnings_of_the_compiler_are_warnings_and_can_be_silenced() {
    let source = STILL.replace("(void)board;", "(void)board; int unused;");
    let line = check(&source, &[]);
    assert_eq!(line["ok"], true);
    let found = &line["diagnostics"][0];
    assert_eq!((&found["severity"], &found["code"]), (&json!("warning"), &json!("compiler")));
    assert_eq!((&found["line"], &found["column"]), (&json!(4), &json!(22)));
    assert!(found["message"].as_str().unwrap().contains("unused"), "{line:#}");
    assert_eq!(check(&source, &["--allow", "compiler"])["diagnostics"], json!([]));
    let sandbox = Sandbox::new();
    sandbox.file("bot.c", &source);
    sandbox.bout(&["check", "bot.c"]).ok().prints(&["bot.c:4:22", "bot.c: ok, Still", "1 warning"]);
    sandbox.bout(&["games"]).ok().prints(&["--allow compiler"]);
    // Errors cannot be allowed this way.
    sandbox.bout(&["check", "bot.c", "--allow", "S10"]).fails(2).says(&["compiler"]);
}

#[test]
fn check_lets_a_bot_play_itself_and_tells_people() {
    let sandbox = Sandbox::with_faulty_bots();
    sandbox.bout(&["check", "still.c"]).ok().prints(&["warm-up against itself: 1024 turns", "invalid 0:0"]);
    sandbox.bout(&["check", "invalid.c"]).ok().prints(&["invalid 1024:1024", "1 warning"]);
    // A bot that fails on its first move always loses, so this is reported first, and as an error.
    let refused = sandbox.bout(&["check", "board.c"]).fails(1);
    assert!(refused.out.starts_with("error[fault]: it loses its first move by a fault (signal: SIGSEGV)"));
    let refused = sandbox.bout(&["check", "board.c", "--output", "jsonl"]).fails(1);
    assert_eq!(refused.jsonl()[0]["ok"], json!(false));
    assert!(!sandbox.bout(&["check", "still.c", "--output", "jsonl"]).ok().out.contains("warm-up"));
}

#[test]
fn check_warns_of_a_first_answer_that_is_not_a_move() {
    let line = check(INVALID, &[]);
    let found = line["diagnostics"].as_array().unwrap();
    assert_eq!((&line["ok"], found.len()), (&json!(true), 1), "{line:#}");
    assert_eq!((&found[0]["severity"], &found[0]["code"]), (&json!("warning"), &json!("invalid-answer")));
    assert!(found[0]["help"].as_str().unwrap().starts_with("the moves are `L`, `U`, `D`, `R`"), "{line:#}");
    assert_eq!(check(INVALID, &["--allow", "invalid-answer"])["diagnostics"], json!([]));
    // Other letters move.
    assert_eq!(check(INVALID.replace("'l'", "'L'"), &[])["diagnostics"], json!([]));
}

/// A slow bot is not played to the end of the match, which would take minutes.
#[test]
fn a_slow_bot_is_checked_soon() {
    let sandbox = Sandbox::new();
    let busy = "for (volatile int i = 0; i < 30000000; i++) { }\n    return";
    sandbox.file("slow.c", STILL.replace("return", busy));
    let run = sandbox.bout(&["check", "slow.c"]).ok();
    assert!(run.out.contains("stopped after 3 s") || run.out.contains("fails on turn"), "{run:#?}");
}

/// Creates a sandbox with a record of two turns.
fn recorded(programs: [&str; 2]) -> (Sandbox, String) {
    let sandbox = Sandbox::with_faulty_bots();
    sandbox.file("prints.c", PRINTS);
    let args = ["--rules", "turns=5", "--record", "r"];
    sandbox.bout(&[&["play"][..], &programs, &args].concat()).ok();
    let record = format!("r/{}", sandbox.names("r")[0]);
    (sandbox, record)
}

fn asked(sandbox: &Sandbox, bot: &str, record: &str, more: &[&str]) -> Value {
    sandbox.bout(&[&["ask", bot, record, "--output", "json"], more].concat()).ok().json()
}

#[test]
fn ask_shows_what_a_bot_prints() {
    let (sandbox, record) = recorded(["prints.c", "walker.c"]);
    let run = sandbox.bout(&["ask", "prints.c", &record, "--turn", "3"]).ok();
    let run = run.prints(&[
        "turn 3, seat 0, player X",
        "I am X, and the corner is X",
        "answer: R",
        "in the match: R",
    ]);
    assert!(
        !run.out.contains('\u{1b}') && !run.out.contains('\u{7}'),
        "what it prints cannot steer a terminal"
    );
    assert!(run.out.starts_with("XX*....."), "the board that it is shown comes first: {run:#?}");
    let said = asked(&sandbox, "prints.c", &record, &["--turn", "3"]);
    assert_eq!(said["stdout"], "I am X, and the corner is X\n");
    assert!(said["stderr"].as_str().unwrap().contains("EVIL"), "machines get it as it is");
    assert_eq!(
        (&said["answer"], &said["recorded"], &said["returned"]),
        (&json!("R"), &json!("R"), &json!(82))
    );
}

/// O is asked after X has moved (S1).
#[test]
fn ask_takes_the_seat_that_is_named_or_the_bots_own() {
    let (sandbox, record) = recorded(["still.c", "walker.c"]);
    let own = asked(&sandbox, "walker.c", &record, &["--turn", "2"]);
    assert_eq!((&own["seat"], &own["player"], &own["answer"]), (&json!(1), &json!("O"), &json!("L")));
    let first = asked(&sandbox, "walker.c", &record, &["--turn", "2", "--seat", "0"]);
    assert_eq!(
        (&first["player"], &first["answer"], &first["recorded"]),
        (&json!("X"), &json!("D"), &json!("L"))
    );
    let stranger = asked(&sandbox, "prints.c", &record, &["--turn", "1"]);
    assert_eq!(stranger["seat"], 0, "who did not play is asked for the first");
    let (sandbox, record) = recorded(["walker.c", "still.c"]);
    let text = sandbox.bout(&["ask", "still.c", &record, "--turn", "1"]).ok().out;
    assert!(text.starts_with("X....") && text.contains("\n*....."), "X has moved down already: {text}");
}

#[test]
fn ask_tells_of_answers_that_are_none() {
    let (sandbox, record) = recorded(["invalid.c", "still.c"]);
    let run = sandbox.bout(&["ask", "invalid.c", &record, "--turn", "1"]).ok();
    run.prints(&["answer: ?", "108 is not a valid move", "in the match: ?"]);
    sandbox.file("invalid.c", INVALID.replace("'l'", "'L' + 256"));
    assert_eq!(asked(&sandbox, "invalid.c", &record, &["--turn", "1"])["returned"], 332);
    let run = sandbox.bout(&["ask", "divide.c", &record, "--turn", "1"]).fails(1);
    run.says(&["SIGFPE"]).prints(&["turn 1, seat 0"]);
    sandbox
        .file("leaves.c", "#include <stdlib.h>\n".to_owned() + &STILL.replace("return", "exit(7); return"));
    sandbox.bout(&["ask", "leaves.c", &record, "--turn", "1"]).fails(1).says(&["code 7"]);
}

/// Adds lines to the beginning of the function of a bot that stays where it is.
fn still_after(lines: &str) -> String {
    "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n".to_owned()
        + &STILL.replace("return", &format!("{lines} return"))
}

#[test]
fn ask_shows_faults_as_a_match_has_them() {
    let (sandbox, record) = recorded(["walker.c", "still.c"]);
    let asked = |lines: &str, code: i32| {
        sandbox.file("bot.c", still_after(lines));
        sandbox.bout(&["ask", "bot.c", &record, "--turn", "1"]).fails(code)
    };
    // The board cannot be written to (S9). What was printed before a fault is shown.
    asked("printf(\"seen\"); *(volatile int *)&board[0][0] = 1;", 1)
        .says(&["SIGSEGV"])
        .prints(&["printed:", "seen"]);
    asked("printf(\"seen\"); assert(player == 'Z');", 1).says(&["SIGABRT"]).prints(&["seen"]);
    asked("abort();", 1).says(&["SIGABRT"]);
    asked("printf(\"seen\"); for (volatile int i = 0;;) i++;", 1)
        .says(&["10 s of processor time"])
        .prints(&["seen"]);
}

#[test]
fn ask_warns_of_moves_that_take_too_long_for_the_match() {
    let (sandbox, record) = recorded(["walker.c", "still.c"]);
    sandbox.file(
        "bot.c",
        "#include <time.h>\n".to_owned() + &still_after("while (clock() < CLOCKS_PER_SEC / 3) {}"),
    );
    let run = sandbox.bout(&["ask", "bot.c", &record, "--turn", "1"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    run.prints(&["answer: "]).says(&["more processor time than the match allows", "of 100 ms"]);
}

/// The random numbers are those of the match, so the answers are equal.
#[test]
fn ask_gives_the_random_numbers_of_the_match() {
    let (sandbox, record) = recorded(["random.c", "random.c"]);
    for turn in ["1", "2", "3", "4", "5"] {
        for seat in ["0", "1"] {
            let said = asked(&sandbox, "random.c", &record, &["--turn", turn, "--seat", seat]);
            assert_eq!(said["answer"], said["recorded"], "turn {turn}, seat {seat}");
        }
    }
}

#[test]
fn ask_in_all_forms() {
    let (sandbox, record) = recorded(["walker.c", "still.c"]);
    let run = |form| sandbox.bout(&["ask", "walker.c", &record, "--turn", "2", "--output", form]).ok();
    let (header, rows) = run("csv").csv();
    assert_eq!(header, ["turn", "seat", "player", "answer", "recorded"]);
    assert_eq!(rows, [["2", "0", "X", "D", "D"]]);
    assert_eq!(run("json").json(), run("jsonl").jsonl()[0]);
}

#[test]
fn ask_refuses_what_makes_no_sense() {
    let (sandbox, record) = recorded(["still.c", "walker.c"]);
    let ask = |bot: &str, record: &str, more: &[&str]| sandbox.bout(&[&["ask", bot, record], more].concat());
    for turn in ["0", "6", "18446744073709551615"] {
        ask("still.c", &record, &["--turn", turn]).fails(2).says(&["turn", "5 turns"]);
    }
    ask("still.c", &record, &["--turn", "-1"]).fails(2);
    ask("still.c", &record, &[]).fails(2).says(&["--turn"]);
    ask("still.c", &record, &["--turn", "1", "--seat", "2"]).fails(2).says(&["seat"]);
    ask("gone.c", &record, &["--turn", "1"]).fails(3).says(&["gone.c"]);
    ask("still.c", "gone.bout", &["--turn", "1"]).fails(3).says(&["gone.bout"]);
    ask("-", "-", &["--turn", "1"]).fails(2).says(&["once"]);
    ask("still.c", "still.c", &["--turn", "1"]).fails(1).says(&["not a record"]);
    sandbox.file("bad.c", STILL.replace("return", "return missing"));
    ask("bad.c", &record, &["--turn", "1"]).fails(1).says(&["bad.c:5:", "missing"]);
    let bytes = sandbox.read(&record);
    for at in [bytes.len() / 2, bytes.len() - 80, bytes.len() - 5] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        sandbox.file("damaged.bout", damaged);
        ask("still.c", "damaged.bout", &["--turn", "1"]).fails(1).says(&["damaged.bout"]);
    }
    sandbox.file("cut.bout", &bytes[..bytes.len() / 2]);
    ask("still.c", "cut.bout", &["--turn", "1"]).fails(1).says(&["cut"]);
    sandbox.file("wait.crash", support::WAIT);
    sandbox.bout(&["play", "wait.crash", "wait.crash", "--rules", "max_turns=3", "--record", "c"]).ok();
    let crash = format!("c/{}", sandbox.names("c")[0]);
    ask("still.c", &crash, &["--turn", "1"]).fails(2).says(&["crash"]);
}

/// The requirements for running foreign code, including those of a single game.
const REQUIRED: [&str; 8] = [
    "seccomp",
    "rlimits",
    "a feature that restricts files",
    "C compiler",
    "Perl",
    "C compiler, confined",
    "C compiler, which reads no other files",
    "perl, and a snapshot of it",
];

#[test]
fn doctor_says_the_same_in_all_forms() {
    let sandbox = Sandbox::new();
    let run = |form| sandbox.bout(&["doctor", "--output", form]).ok();
    let lines = run("jsonl").jsonl();
    let documented = ["name", "about", "required", "present", "remedy"];
    assert!(lines.iter().all(|line| keys(line) == documented && line["remedy"] != ""), "{lines:#?}");
    let document = run("json").json();
    assert_eq!(document["findings"], Value::Array(lines.clone()));
    for game in ["esowar", "crash", "snakes", "perlwar"] {
        let found = document["games"].as_array().unwrap().iter().find(|one| one["game"] == game).unwrap();
        assert_eq!((&found["playable"], &found["only"]), (&json!(true), &Value::Null), "{found}");
        // The answers of foreign code depend on the machine. Contests accept a machine's
        // environment by this name.
        let name = found.get("environment").map(|name| name.as_str().unwrap());
        assert_eq!(name.is_some(), ["snakes", "perlwar"].contains(&game), "{found}");
        assert!(name.is_none_or(|name| name.len() == 16 && name.bytes().all(|one| one.is_ascii_hexdigit())));
    }
    let (header, rows) = run("csv").csv();
    assert_eq!(header, ["name", "required", "present", "about", "remedy"]);
    let text = run("text").out;
    for (line, row) in lines.iter().zip(&rows) {
        let name = line["name"].as_str().unwrap();
        assert_eq!(row[..2], [name, if REQUIRED.contains(&name) { "true" } else { "false" }]);
        assert!(text.contains(name));
    }
    assert_eq!((rows.len(), lines.len() >= 20), (lines.len(), true));
    // `doctor` has just tried every way that it reports as working.
    for way in ["bots in C, one process for a match (reset)", "snippets, a process for every run (fork)"] {
        assert!(lines.iter().any(|line| line["name"] == way && line["present"] == true), "{lines:#?}");
    }
    assert!(text.contains("snakes: can be played here") && text.contains(".cache"), "{text}");
}

/// Each isolation feature stops the actions that it is meant to stop.
#[test]
fn doctor_proves_each_wall_by_what_it_stops() {
    let sandbox = Sandbox::new();
    let run = |form| sandbox.bout(&["doctor", "--prove", "--output", form]).ok();
    let document = run("json").json();
    let probes = document["probes"].as_array().unwrap();
    let lines = run("jsonl").jsonl();
    assert_eq!((&lines, lines.len()), (probes, 14));
    let find = |name: &str| probes.iter().find(|one| one["probe"] == name).unwrap();
    for (probe, features) in [
        ("make a network socket", &["seccomp"][..]),
        ("gain rights by a set-user-ID program", &["seccomp", "landlock"]),
        ("take more memory than is allowed", &["rlimits"]),
        ("write more to a file than is allowed", &["rlimits"]),
        ("have more processes than are allowed", &["cgroups"]),
        ("read a file that everybody may read", &["landlock", "mount namespace"]),
        ("connect to a socket by its path", &["seccomp", "mount namespace"]),
        ("connect to a server on this machine", &["seccomp", "network namespace"]),
        ("attach to others' shared memory", &["seccomp", "ipc namespace"]),
        ("send a signal to bout", &["seccomp", "pid namespace"]),
    ] {
        let one = find(probe);
        for feature in features {
            // A machine may lack a feature, but each feature that it has must stop this.
            let seen = &one["alone"][feature];
            assert!(
                seen.is_null() || seen == "stopped" || seen == "stopped by what it needs",
                "{feature}: {one:#}"
            );
        }
        let is_there = features.iter().any(|feature| !one["alone"][feature].is_null());
        assert!(!is_there || one["all"] == "stopped", "{one:#}");
    }
    assert_eq!(find("take more memory than is allowed")["none"], "gets through");
    assert_eq!(find("read a file that everybody may read")["none"], "gets through");
    assert_eq!(find("take more memory than is allowed")["alone"]["seccomp"], "gets through");
    let features = document["walls"].as_array().unwrap();
    assert_eq!(features.len(), 10);
    let (header, rows) = run("csv").csv();
    assert_eq!(header, ["probe", "walls", "outcome"]);
    assert!(
        rows.contains(&["take more memory than is allowed", "rlimits", "stopped"].map(String::from).to_vec())
    );
    let text = run("text").out;
    let shown = |feature: &Value| text.contains(&format!("  {}: ", feature["wall"].as_str().unwrap()));
    assert!(features.iter().all(shown), "{text}");
    assert!(sandbox.names("").is_empty() || sandbox.names("") == [".cache"], "nothing is left here");
}

/// Runs bout with an empty search path.
fn without_compiler(sandbox: &Sandbox, args: &[&str]) -> Run {
    let mut command = sandbox.command(args);
    Run::of(command.env("PATH", sandbox.path("nothing")).output().unwrap())
}

#[test]
fn without_a_compiler_snakes_says_what_to_do_and_the_rest_works() {
    let sandbox = Sandbox::with_bots();
    sandbox.file("wait.crash", support::WAIT);
    sandbox.bout(&["play", "still.c", "walker.c", "--rules", "turns=5", "--record", "r"]).ok();
    std::fs::create_dir(sandbox.path("hill")).unwrap();
    sandbox.file("hill/hill.toml", "game = \"snakes\"\n");
    for args in [
        &["play", "still.c", "walker.c"][..],
        &["check", "still.c"],
        &["tournament", "still.c", "walker.c"],
        &["hill", "add", "hill", "still.c"],
        &["demo", "--game", "snakes"],
        &["doctor"],
    ] {
        let run = without_compiler(&sandbox, args).fails(4);
        assert!(
            run.out.contains("apt-get install gcc") || run.err.contains("apt-get install gcc"),
            "{run:#?}"
        );
    }
    let record = format!("r/{}", sandbox.names("r")[0]);
    without_compiler(&sandbox, &["ask", "still.c", &record, "--turn", "1"])
        .fails(4)
        .says(&["apt-get install gcc"]);
    for args in [
        &["replay", "r"][..],
        &["replay", "--deep", "r"],
        &["games"],
        &["fmt", "--check", "still.c"],
        &["new", "snakes", "fresh"],
        &["play", "wait.crash", "wait.crash", "--rules", "max_turns=9"],
        &["check", "wait.crash"],
    ] {
        without_compiler(&sandbox, args).ok();
    }
    for form in FORMS {
        // The command fails because of Perl, which is missing, too. Snakes can still be
        // played with WebAssembly.
        let run = without_compiler(&sandbox, &["doctor", "--output", form]).fails(4);
        assert!(run.out.contains("C compiler"), "{run:#?}");
        assert!(run.err.contains("perlwar") && !run.err.contains("snakes"), "{run:#?}");
    }
    let run = without_compiler(&sandbox, &["doctor"]);
    let only = "snakes: can be played here with bots in WebAssembly only";
    run.prints(&["MISSING", "crash: can be played here", only]);
}

/// The demo shows the games that this machine can play.
#[test]
fn the_demo_leaves_out_what_cannot_be_played() {
    let sandbox = Sandbox::new();
    let run = without_compiler(&sandbox, &["demo", "--games", "2", "--output", "jsonl"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    let lines = run.jsonl();
    assert!(lines.iter().all(|line| line["game"] != "snakes" && line["game"] != "perlwar"), "{lines:#?}");
    assert!(lines.len() >= 2, "{lines:#?}");
    run.says(&["skipped", "snakes", "perlwar"]);
}
