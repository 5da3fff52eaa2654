//! `bout watch` on the command line: a file is saved in every way that editors know,
//! and results appear.

#![cfg(unix)]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use support::{BOMBER, CRASH, Run, Sandbox, WAIT, keys, signal, wait_for};

/// Far longer than anything here takes.
const PATIENCE: Duration = Duration::from_mins(1);

/// An invalid program.
const WRONG: &str = "write crash\n";

/// Creates a hill with room for one more program, and a program to work on.
fn hill() -> Sandbox {
    let dir = Sandbox::new();
    fs::create_dir_all(dir.path("hill/programs")).unwrap();
    dir.file(
        "hill/hill.toml",
        "game = \"crash\"\nscore = \"sampled\"\nsize = 4\ngames = 10\n[rules]\nmax_turns = 20000\n",
    );
    dir.file("hill/programs/dead.crash", CRASH);
    dir.file("hill/programs/wait.crash", WAIT);
    dir.file("hill/programs/bomber.crash", BOMBER);
    dir.file("mine.crash", NEW);
    dir
}

/// Three versions of a program, each better than the one before.
const NEW: &str = ";name mine\nwrite crash 7\n";
const BETTER: &str = "store [i]-1 i\nstore [i]-1 i\n";
const BEST: &str = "write crash [i]-[a]-2\nwrite crash [i]-[a]-4\nstore [a]+2 a\nstore [i]-4 i\n";

/// A running watch, whose standard output is read line by line.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(dir: &Sandbox, options: &[&str]) -> Self {
        let words = ["watch", "mine.crash", "--hill", "hill", "--output", "jsonl"];
        let mut command = dir.command(&[&words[..], options].concat());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = lines_of(child.stdout.take().unwrap());
        Self { child, lines }
    }

    /// Returns the next line, which must come in time.
    #[track_caller]
    fn next(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line comes");
        serde_json::from_str(&line).unwrap()
    }

    /// Returns the final result of the current version.
    #[track_caller]
    fn last_stage(&self) -> Value {
        loop {
            let line = self.next();
            if line["final"] == true {
                return line;
            }
        }
    }

    fn interrupt(mut self) -> Run {
        signal(&self.child, "INT");
        let status = wait_for(&mut self.child, PATIENCE).expect("it ends");
        let mut stderr = Vec::new();
        self.child.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
        Run::of(std::process::Output { status, stdout: Vec::new(), stderr })
    }
}

fn lines_of(stdout: ChildStdout) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines() {
            if sender.send(line.unwrap()).is_err() {
                break;
            }
        }
    });
    receiver
}

fn once(dir: &Sandbox, program: &str) -> Value {
    let run = dir.bout(&["watch", program, "--hill", "hill", "--once", "--output", "jsonl"]);
    assert_eq!(run.code, Some(0), "{run:#?}");
    run.jsonl().pop().unwrap()
}

/// Returns all files of the hill except records, with their content.
fn everything(dir: &Sandbox) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for folder in ["hill", "hill/programs", "hill/results", "hill/.bout"] {
        if !dir.path(folder).exists() {
            continue;
        }
        for name in dir.names(folder) {
            let path = format!("{folder}/{name}");
            if dir.path(&path).is_file() {
                all.push((path.clone(), dir.read(&path)));
            }
        }
    }
    all
}

#[test]
fn the_last_stage_is_what_a_test_of_the_hill_says() {
    for program in [NEW, BETTER, BEST, "store [i]-1 i\nstore [i]-2 i\n"] {
        let dir = hill();
        dir.file("mine.crash", program);
        let watched = once(&dir, "mine.crash");
        let tested = dir.bout(&["hill", "test", "hill", "mine.crash", "--output", "json"]).ok().json();
        for key in ["rank", "of"] {
            assert_eq!(watched[key], tested[key], "{key} of {program}");
        }
        let row = tested["table"].as_array().unwrap().iter().find(|row| row["program"] == "mine.crash");
        for key in ["points", "wins", "draws", "losses", "elo", "elo_low", "elo_high"] {
            assert_eq!(watched[key], row.unwrap()[key], "{key} of {program}");
        }
        assert_eq!(watched["would_enter"], tested["on_hill"]);
        assert_eq!((watched["final"].as_bool(), watched["games"].as_u64()), (Some(true), Some(10)));
        // The hill now knows these games, and the result is the same.
        assert_eq!(once(&dir, "mine.crash"), watched);
    }
}

#[test]
fn a_full_hill_pushes_off_as_a_test_says() {
    for program in [NEW, BEST] {
        let dir = hill();
        dir.file("hill/hill.toml", "game = \"crash\"\nscore = \"sampled\"\nsize = 3\ngames = 4\n[scoring]\nwin = 3\ndraw = 1\nloss = 0\n[rules]\nmax_turns = 20000\n");
        dir.file("mine.crash", program);
        let watched = once(&dir, "mine.crash");
        let tested = dir.bout(&["hill", "test", "hill", "mine.crash", "--output", "json"]).ok().json();
        let gone: Vec<&Value> =
            tested["pushed_off"].as_array().unwrap().iter().map(|one| &one["program"]).collect();
        assert_eq!(watched["pushed_off"].as_array().unwrap().iter().collect::<Vec<_>>(), gone);
        assert_eq!((&watched["rank"], &watched["of"]), (&tested["rank"], &tested["of"]));
        assert_eq!(watched["would_enter"], tested["on_hill"]);
    }
}

#[test]
fn stages_grow_and_say_the_same_for_any_number_of_threads() {
    let dir = hill();
    let lines = |threads| {
        let words =
            ["watch", "mine.crash", "--hill", "hill", "--once", "--output", "jsonl", "--threads", threads];
        dir.bout(&words).ok().jsonl()
    };
    let stages = lines("1");
    let with_rank: Vec<&Value> = stages.iter().filter(|stage| !stage["rank"].is_null()).collect();
    let games: Vec<u64> = with_rank.iter().map(|stage| stage["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [2, 4, 8, 10]);
    assert_eq!(
        stages[0]["rank"],
        Value::Null,
        "its own games come first where those of the hill are unknown"
    );
    assert_eq!(
        keys(&stages[0]),
        [
            "program",
            "games",
            "final",
            "rank",
            "of",
            "previous_rank",
            "start_rank",
            "would_enter",
            "elo",
            "elo_low",
            "elo_high",
            "points",
            "score",
            "wins",
            "draws",
            "losses",
            "voids",
            "pushed_off",
            "lost",
            "gained",
            "worst"
        ]
    );
    assert_eq!(lines("3"), stages);
    let last = stages.last().unwrap();
    let worst = last["worst"][0]["record"].as_str().expect("it lost");
    dir.bout(&["replay", worst, "--deep"]).ok();
}

#[test]
fn nothing_of_the_hill_is_changed() {
    let dir = hill();
    dir.bout(&["hill", "add", "hill", "mine.crash"]).ok();
    dir.file("mine.crash", BEST);
    let before = everything(&dir);
    once(&dir, "mine.crash");
    assert_eq!(everything(&dir), before);
    dir.file("other.crash", "store [i]-1 i\nstore [i]-2 i\n");
    let watched = dir.bout(&["watch", "other.crash", "--hill", "hill", "--once", "--record", "r"]).ok();
    assert!(watched.out.contains("r/crash-"), "{watched:#?}");
    assert_eq!(everything(&dir), before);
}

#[test]
fn a_rated_program_is_told_why_it_lost() {
    let dir = hill();
    // Its one instruction is executed, and then it runs into memory that no program has written.
    dir.file("mine.crash", "noop\n");
    let run = dir.bout(&["watch", "mine.crash", "--hill", "hill", "--once"]).ok();
    let why: Vec<&str> =
        run.out.lines().skip_while(|line| !line.starts_with("  why did it lose to ")).collect();
    let [title, end, .., command] = why[..] else { panic!("{run:#?}") };
    assert!(why.len() <= 5, "one to three sentences: {why:#?}");
    assert!(title.ends_with("? The first of those games:"), "{title}");
    assert!(end.contains(" won in turn "), "{end}");
    let record = command.strip_prefix("    all of it: bout explain ").expect(command);
    let all = dir.bout(&["explain", record]).ok();
    for sentence in &why[1..why.len() - 1] {
        assert!(all.out.contains(sentence.trim()), "`{sentence}` is not in {}", all.out);
    }
    let rows = dir.bout(&["watch", "mine.crash", "--hill", "hill", "--once", "--output", "jsonl"]).ok();
    assert!(!format!("{}{}", rows.out, rows.err).contains("why did it lose"));
}

#[test]
fn a_hill_that_another_command_holds_can_be_watched_and_does_not_hold_it() {
    let dir = hill();
    let watch = Watch::start(&dir, &[]);
    watch.last_stage();
    dir.file("other.crash", BETTER);
    dir.bout(&["hill", "add", "hill", "other.crash"]).ok();
    let after = watch.last_stage();
    assert_eq!(after["of"], 4, "the hill has one more, and room for no other");
    watch.interrupt();
}

#[test]
fn every_save_is_rated_and_compared() {
    let dir = hill();
    let watch = Watch::start(&dir, &[]);
    let first = watch.last_stage();
    assert_eq!((&first["previous_rank"], first["lost"].as_array().unwrap().len()), (&Value::Null, 0));
    dir.file("mine.crash", BEST);
    let best = watch.last_stage();
    assert_eq!(best["previous_rank"], first["rank"]);
    assert!(best["rank"].as_u64() < first["rank"].as_u64(), "{best}");
    assert!(!best["gained"].as_array().unwrap().is_empty());
    // Written to a temporary file and renamed, as many editors do.
    dir.file("mine.crash.tmp", NEW);
    fs::rename(dir.path("mine.crash.tmp"), dir.path("mine.crash")).unwrap();
    let worse = watch.last_stage();
    assert_eq!((&worse["previous_rank"], &worse["start_rank"]), (&best["rank"], &first["rank"]));
    assert_eq!(worse["rank"], first["rank"]);
    let lost = &worse["lost"][0];
    assert!(lost["score"].as_f64() < lost["previous_score"].as_f64(), "{lost}");
    dir.bout(&["replay", lost["record"].as_str().unwrap(), "--deep"]).ok();
    // Removed and created again.
    fs::remove_file(dir.path("mine.crash")).unwrap();
    dir.file("mine.crash", BETTER);
    assert_eq!(watch.last_stage()["previous_rank"], worse["rank"]);
    let run = watch.interrupt();
    assert_eq!(run.code, Some(130), "{run:#?}");
}

#[test]
fn errors_are_told_and_mended() {
    let dir = hill();
    dir.file("mine.crash", WRONG);
    let watch = Watch::start(&dir, &[]);
    let told = watch.next();
    assert_eq!((told["ok"].as_bool(), told["diagnostics"].as_array().unwrap().len()), (Some(false), 1));
    dir.file("mine.crash", NEW);
    let first = watch.last_stage();
    assert_eq!(first["previous_rank"], Value::Null);
    dir.file("mine.crash", WRONG);
    assert_eq!(watch.next()["ok"], false);
    dir.file("mine.crash", BEST);
    assert_eq!(watch.last_stage()["previous_rank"], first["rank"]);
    watch.interrupt();
}

#[test]
fn what_changes_nothing_is_not_played_again() {
    let dir = hill();
    let watch = Watch::start(&dir, &[]);
    let first = watch.last_stage();
    dir.file("mine.crash", NEW);
    dir.file("mine.crash", format!("; a comment\n{NEW}"));
    std::thread::sleep(Duration::from_millis(100));
    dir.file("mine.crash", BEST);
    let next = watch.next();
    assert_eq!((&next["games"], &next["previous_rank"].is_null()), (&2.into(), &false), "{first} {next}");
    watch.interrupt();
}

#[test]
fn a_save_stops_what_is_being_played() {
    let dir = hill();
    // More games than anybody would wait for.
    dir.file(
        "hill/hill.toml",
        "game = \"crash\"\nscore = \"sampled\"\ngames = 1000000\n[rules]\nmax_turns = 20000\n",
    );
    let watch = Watch::start(&dir, &[]);
    while watch.next()["rank"].is_null() {}
    dir.file("mine.crash", BEST);
    loop {
        let line = watch.next();
        if line["gained"].as_array().is_some_and(|gained| !gained.is_empty()) {
            break;
        }
    }
    assert_eq!(watch.interrupt().code, Some(130));
}

#[test]
fn a_version_on_the_hill_is_left_out() {
    let dir = hill();
    dir.file("hill/programs/mine.crash", BETTER);
    let run = dir.bout(&["watch", "mine.crash", "--hill", "hill", "--once"]).ok();
    run.prints(&["mine.crash on the hill is treated as a version of this program", "of 4"]);
    // An identical program with another name counts as a version, too.
    dir.file("other.crash", BOMBER);
    dir.bout(&["watch", "other.crash", "--hill", "hill", "--once"])
        .ok()
        .prints(&["bomber.crash on the hill is treated as a version of this program"]);
}

#[test]
fn a_hill_of_nobody_is_waited_for() {
    let dir = hill();
    for name in dir.names("hill/programs") {
        fs::remove_file(dir.path("hill/programs").join(name)).unwrap();
    }
    let run = dir.bout(&["watch", "mine.crash", "--hill", "hill", "--once"]).ok();
    run.prints(&["There are no other programs on the hill"]);
    let watch = Watch::start(&dir, &[]);
    std::thread::sleep(Duration::from_millis(300));
    dir.file("hill/programs/dead.crash", CRASH);
    assert_eq!(watch.last_stage()["of"], 2);
    // The hill is broken for a while.
    let toml = dir.read("hill/hill.toml");
    dir.file("hill/hill.toml", "game = 7\n");
    std::thread::sleep(Duration::from_millis(300));
    dir.file("mine.crash", BEST);
    dir.file("hill/hill.toml", [toml.as_slice(), b"squares = 1\n"].concat());
    std::thread::sleep(Duration::from_millis(300));
    dir.file("hill/hill.toml", [toml.as_slice(), b"# mended\n"].concat());
    assert_eq!(watch.last_stage()["rank"], 1);
    watch.interrupt().says(&["hill.toml"]);
}

#[test]
fn wrong_command_lines_are_told() {
    let dir = hill();
    let watch = |program: &str, hill: &str, more: &[&str]| {
        dir.bout(&[&["watch", program, "--hill", hill], more].concat())
    };
    watch("gone.crash", "hill", &[]).fails(3);
    watch("mine.crash", ".", &[]).fails(3).says(&["hill.toml"]);
    watch("-", "hill", &[]).fails(2).says(&["standard input"]);
    watch("hill", "hill", &[]).fails(3).says(&["folder"]);
    watch("mine.crash", "hill", &["--output", "json"]).fails(2).says(&["jsonl"]);
    dir.file("mine.esowar", "[+]");
    watch("mine.esowar", "hill", &[]).fails(2).says(&["crash", "esowar"]);
    dir.file("wrong.crash", WRONG);
    let run = watch("wrong.crash", "hill", &["--once"]).fails(1);
    assert!(run.out.contains("wrong.crash:1"), "{run:#?}");
    let document = watch("mine.crash", "hill", &["--once", "--output", "json"]).ok().json();
    assert_eq!(document["final"], true);
    let (header, rows) = watch("mine.crash", "hill", &["--once", "--output", "csv", "--timings"]).ok().csv();
    assert_eq!((header[1].as_str(), header.last().unwrap().as_str()), ("games", "ms"));
    assert_eq!(rows.last().unwrap()[1], "10");
}

#[test]
fn an_interrupted_rating_says_so() {
    let dir = hill();
    dir.file("hill/hill.toml", "game = \"crash\"\nscore = \"sampled\"\ngames = 1000000\n");
    let watch = Watch::start(&dir, &["--once"]);
    watch.next();
    let run = watch.interrupt();
    assert_eq!(run.code, Some(130));
    run.says(&["bout watch mine.crash"]);
}

#[test]
fn a_file_that_is_touched_is_not_new() {
    let dir = hill();
    let watch = Watch::start(&dir, &[]);
    watch.last_stage();
    fs::File::open(dir.path("mine.crash")).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
    assert!(watch.lines.recv_timeout(Duration::from_secs(1)).is_err());
    watch.interrupt();
}

/// Watches a program of foreign code once, and compares the result with `hill test`.
fn watched_as_tested(dir: &Sandbox, program: &str) {
    let tested = dir.bout(&["hill", "test", "hill", program, "--output", "json"]).ok().json();
    let watched = once(dir, program);
    assert_eq!((&watched["rank"], &watched["of"]), (&tested["rank"], &tested["of"]), "{watched}");
    let row = tested["table"].as_array().unwrap().iter().find(|row| row["program"] == program).unwrap();
    for key in ["points", "wins", "draws", "losses", "elo", "elo_low", "elo_high"] {
        assert_eq!(watched[key], row[key], "{key}");
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn bots_are_rated_as_a_test_of_the_hill_says() {
    use support::snakes::{RANDOM, STILL, walker};
    let dir = Sandbox::new();
    fs::create_dir_all(dir.path("hill/programs")).unwrap();
    dir.file("hill/hill.toml", "game = \"snakes\"\ngames = 4\n[rules]\nturns = 60\n");
    dir.file("hill/programs/still.c", STILL);
    dir.file("hill/programs/random.c", RANDOM);
    dir.file("mine.c", walker("Walker", "DDDDDRRRRRUUUUU", "LLLLLUUUUURRRRR"));
    watched_as_tested(&dir, "mine.c");
}

#[test]
fn snippets_are_rated_as_a_test_of_the_hill_says() {
    let dir = Sandbox::new();
    fs::create_dir_all(dir.path("hill/programs")).unwrap();
    dir.file("hill/hill.toml", "game = \"perlwar\"\ngames = 4\n[rules]\nrounds = 6\n");
    dir.file("hill/programs/hunter.pl", "\"!\".(1+int rand $#_)\n=round 3\n\":1\"\n");
    dir.file("hill/programs/sleeper.pl", "return \"\"\n");
    dir.file("mine.pl", "#name Crawler\nreturn \":1\"\n");
    watched_as_tested(&dir, "mine.pl");
}

#[test]
fn a_link_is_followed_and_a_folder_in_its_place_is_waited_out() {
    let dir = hill();
    dir.file("kept.crash", NEW);
    fs::remove_file(dir.path("mine.crash")).unwrap();
    std::os::unix::fs::symlink("kept.crash", dir.path("mine.crash")).unwrap();
    let watch = Watch::start(&dir, &[]);
    let first = watch.last_stage();
    dir.file("kept.crash", BEST);
    assert_eq!(watch.last_stage()["previous_rank"], first["rank"]);
    fs::remove_file(dir.path("mine.crash")).unwrap();
    fs::create_dir(dir.path("mine.crash")).unwrap();
    std::thread::sleep(Duration::from_millis(600));
    fs::remove_dir(dir.path("mine.crash")).unwrap();
    dir.file("mine.crash", NEW);
    assert_eq!(watch.last_stage()["rank"], first["rank"]);
    watch.interrupt();
}

#[test]
fn a_hill_that_is_taken_away_is_waited_for() {
    let dir = hill();
    let watch = Watch::start(&dir, &[]);
    let first = watch.last_stage();
    fs::rename(dir.path("hill"), dir.path("gone")).unwrap();
    // The message about it is only for people. The following shows that the watch neither
    // ends nor panics.
    std::thread::sleep(Duration::from_millis(600));
    dir.file("mine.crash", BEST);
    std::thread::sleep(Duration::from_millis(600));
    fs::rename(dir.path("gone"), dir.path("hill")).unwrap();
    let after = watch.last_stage();
    assert!(after["rank"].as_u64() < first["rank"].as_u64(), "{after}");
    let run = watch.interrupt();
    assert_eq!(run.code, Some(130));
    assert!(!run.err.contains("panicked"), "{run:#?}");
}
