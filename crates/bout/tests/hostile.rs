//! Malformed files, names and streams.

mod support;

use std::process::Stdio;

#[cfg(target_os = "linux")]
use serde_json::Value;
#[cfg(target_os = "linux")]
use support::ends_in;
use support::{BOMBER, FORMS, Run, SWEEPER, Sandbox, WAIT};

/// Checks that every command that reads this file refuses it with this code and names it.
#[track_caller]
fn every_reader_refuses(sandbox: &Sandbox, path: &str, code: i32) {
    for args in [
        &["check", "--game", "crash", path][..],
        &["fmt", "--game", "esowar", path],
        &["play", "--game", "crash", "wait.crash", path],
        &["replay", path],
        &["conform", path],
    ] {
        let run = sandbox.bout(args).fails(code);
        assert!(run.err.contains(path) || run.out.contains(path), "{args:?} {run:#?}");
    }
}

#[test]
fn files_that_are_not_there() {
    let sandbox = Sandbox::with_programs();
    every_reader_refuses(&sandbox, "gone.crash", 3);
    every_reader_refuses(&sandbox, "wait.crash/deeper.crash", 3);
    every_reader_refuses(&sandbox, &format!("{}.crash", "long".repeat(100)), 3);
}

#[test]
fn folders_in_place_of_files() {
    let sandbox = Sandbox::with_programs();
    std::fs::create_dir(sandbox.path("dir.crash")).unwrap();
    sandbox.bout(&["play", "dir.crash", "wait.crash"]).fails(2).says(&["dir.crash"]);
    sandbox.bout(&["replay", "dir.crash"]).fails(2).says(&["dir.crash", "no records"]);
    sandbox.bout(&["conform", "dir.crash"]).fails(3).says(&["dir.crash"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_in_place_of_files() {
    let sandbox = Sandbox::with_programs();
    assert_eq!(sandbox.shell("mkfifo pipe.crash && ln -s pipe.crash link.crash").code, Some(0));
    every_reader_refuses(&sandbox, "pipe.crash", 3);
    every_reader_refuses(&sandbox, "link.crash", 3);
    sandbox.bout(&["check", "."]).fails(3).says(&["pipe.crash"]);
    every_reader_refuses(&sandbox, "/dev/zero", 3);
    every_reader_refuses(&sandbox, "/dev/null", 1);
    let run = sandbox.shell("yes | \"$BOUT\" check - --game crash").fails(3);
    run.says(&["16 MiB"]);
}

#[cfg(unix)]
#[test]
fn files_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = Sandbox::with_programs();
    let path = sandbox.file("secret.crash", WAIT);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    every_reader_refuses(&sandbox, "secret.crash", 3);
}

#[cfg(unix)]
#[test]
fn links_in_circles() {
    let sandbox = Sandbox::with_programs();
    std::os::unix::fs::symlink("loop.crash", sandbox.path("loop.crash")).unwrap();
    every_reader_refuses(&sandbox, "loop.crash", 3);
}

#[test]
fn sixteen_mebibytes_are_read_and_not_a_byte_more() {
    let sandbox = Sandbox::with_programs();
    let mut huge = vec![b'x'; 16 << 20];
    huge[0] = b';';
    let code = b"\nstore [i]-1 i\n";
    let end = huge.len() - code.len();
    huge[end..].copy_from_slice(code);
    sandbox.file("huge.crash", &huge);
    sandbox.bout(&["check", "huge.crash"]).ok();
    sandbox.bout(&["play", "huge.crash", "wait.crash", "--rules=max_turns=9", "--record", "r"]).ok();
    let record = format!("r/{}", sandbox.names("r")[0]);
    assert!(sandbox.read(&record).len() < 100_000, "a record is small");
    sandbox.bout(&["replay", "--deep", &record]).ok();
    huge.push(b'\n');
    sandbox.file("huge.crash", &huge);
    every_reader_refuses(&sandbox, "huge.crash", 3);
    sandbox.bout(&["check", "huge.crash"]).fails(3).says(&["16 MiB"]);
    sandbox.bout_with(&["check", "-", "--game", "crash"], &huge).fails(3).says(&["16 MiB"]);
}

#[test]
fn millions_of_mistakes_are_told_in_bounded_space() {
    let sandbox = Sandbox::new();
    for (name, content) in [
        ("a.crash", b"\xff\n".repeat(1 << 18)),
        ("b.crash", vec![b'x'; 2 << 20]),
        ("c.esowar", vec![0; 2 << 20]),
        ("d.esowar", b"[".repeat(9_000)),
        ("e.crash", b"store [i]".iter().copied().chain(b"+[i]".repeat(1 << 18)).chain(*b" i\n").collect()),
    ] {
        sandbox.file(name, content);
        for form in FORMS {
            let run = sandbox.bout(&["check", name, "--output", form]);
            assert!(run.code.is_some_and(|code| code < 2), "{name} {form}: {}", run.err);
            assert!(run.stdout.len() < 64 << 20, "{name} {form}: {} bytes", run.stdout.len());
        }
    }
}

#[test]
fn nul_bytes_and_broken_utf_8_are_errors_in_code_and_nothing_in_comments() {
    let sandbox = Sandbox::new();
    for junk in
        [&b"\0"[..], b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x1b[31m", b"\x07", b"\x7f"]
    {
        for (name, code) in [("a.crash", WAIT), ("a.esowar", SWEEPER)] {
            sandbox.file(name, [junk, code.as_bytes()].concat());
            let run = sandbox.bout(&["check", name]).fails(1).prints(&[&format!("{name}:1:1")]);
            assert!(!run.out.contains('\u{1b}') && !run.out.contains('\0'), "{run:#?}");
            sandbox.file(name, [b";", junk, b"\n", code.as_bytes()].concat());
            sandbox.bout(&["check", name]).ok();
        }
    }
}

/// Runs a command with colours, as on a terminal. Returns its output if that would act
/// on the terminal.
#[cfg(unix)]
fn acts_on_the_terminal(sandbox: &Sandbox, args: &[&str]) -> Option<String> {
    let mut command = sandbox.command(args);
    let run = Run::of(command.env("CLICOLOR_FORCE", "1").output().unwrap());
    let acts = [&run.out, &run.err].iter().any(|text| text.contains("\u{1b}]") || text.contains('\u{7}'));
    acts.then(|| format!("{args:?}: {run:#?}"))
}

#[cfg(unix)]
#[test]
fn names_cannot_steer_a_terminal() {
    let sandbox = Sandbox::with_programs();
    let evil = "\u{1b}]0;EVIL\u{7}\nx.crash";
    let program = ";name \u{1b}]0;EVIL\u{7}\n;author \u{1b}]0;EVIL\u{7}\n".to_owned() + BOMBER;
    let mut found = Vec::new();
    for args in [
        &["check", evil][..],
        &["play", evil, "wait.crash", "--record", "\u{1b}]0;EVIL\u{7}"],
        &["play", evil, evil, "--games", "2"],
        &["play", evil],
        &["play", evil, "sweeper.esowar"],
        &["fmt", "--check", evil],
        &["fmt", evil],
        &["replay", evil],
        &["conform", evil],
        &["new", "crash", "\u{1b}]0;EVIL\u{7}new"],
        &["new", "crash", evil],
        &["man", evil],
        &["man", "--dir", evil],
        &["play", "wait.crash", "wait.crash", "--rules", "\u{1b}]0;EVIL\u{7}"],
        &["play", "wait.crash", "wait.crash", "--rules", "\u{1b}]0;EVIL\u{7}=1"],
        &["play", "wait.crash", "wait.crash", "--rules", "max_turns=\u{1b}]0;EVIL\u{7}"],
    ] {
        for content in [Some(program.as_str()), Some("bad \u{1b}]0;EVIL\u{7}"), Some("noop   \n"), None] {
            let path = sandbox.path(evil);
            let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
            if let Some(content) = content {
                sandbox.file(evil, content);
            }
            found.extend(acts_on_the_terminal(&sandbox, args));
        }
    }
    assert!(found.is_empty(), "{} commands act on the terminal: {}", found.len(), found.join("\n"));
}

/// Formats for machines contain the name unchanged.
#[cfg(unix)]
#[test]
fn odd_names_reach_machines_unchanged() {
    for name in ["a b.crash", "new\nline.crash", "\u{1b}[31mred.crash", "\"q\",'.crash", "é\u{301} ☃.crash"]
    {
        let sandbox = Sandbox::with_programs();
        sandbox.file(name, "bad\n");
        let run = |form| sandbox.bout(&["check", name, "--output", form]).fails(1);
        assert_eq!(run("jsonl").jsonl()[0]["file"], name);
        assert_eq!(run("json").json()["files"][0]["file"], name);
        assert_eq!(run("csv").csv().1[0][0], name);
        sandbox.file(name, BOMBER);
        let played = sandbox.bout(&["play", name, "wait.crash", "--output", "jsonl", "--record", "r"]).ok();
        assert_eq!(played.jsonl()[0]["programs"][0], name);
        let record = format!("r/{}", sandbox.names("r")[0]);
        sandbox.bout(&["replay", &record]).ok();
        sandbox.bout(&["fmt", name]).ok();
    }
}

/// A message that quotes a very large file stays short.
#[test]
fn long_texts_in_a_message_are_cut() {
    let sandbox = Sandbox::with_programs();
    let long = "1".repeat(9_000_000);
    sandbox.file("x.jsonl", format!("{{\"export\":{{\"format\":\"{long}\",\"version\":1}}}}\n"));
    let run = sandbox.bout(&["import", "x.jsonl", "--into", "x.db"]).fails(1);
    assert!(run.err.len() < 20_000, "{}", run.err.len());
    run.says(&["x.jsonl", "this is not an export"]);
}

/// JSON escapes these characters, so that programs read the original name. CSV replaces them.
#[cfg(unix)]
#[test]
fn names_with_characters_that_act_unseen_are_escaped_for_machines() {
    let name = "\u{9b}31m\u{202e}\u{2028}\u{e0041}.crash";
    let sandbox = Sandbox::with_programs();
    sandbox.file(name, BOMBER);
    let acts = |text: &str| text.contains(|c| game::text::is_unsafe_to_print(c) && c != '\n');
    for args in [
        &["check", name][..],
        &["play", name, "wait.crash", "--record", "r"],
        &["tournament", name, "wait.crash", "--games", "2"],
        &["conform", name],
        &["replay", name],
    ] {
        for form in ["json", "jsonl"] {
            let run = sandbox.bout(&[args, &["--output", form]].concat());
            assert!(!acts(&run.out), "{args:?}: {run:#?}");
        }
        let run = sandbox.bout(&[args, &["--output", "csv"]].concat());
        assert!(!run.out.contains(['\u{202e}', '\u{2028}', '\u{e0041}']), "{args:?}: {run:#?}");
    }
    assert_eq!(sandbox.bout(&["check", name, "--output", "jsonl"]).ok().jsonl()[0]["file"], name);
}

#[test]
fn two_dashes_end_the_options() {
    let sandbox = Sandbox::new();
    for name in ["-x.crash", "--seed.crash", "--games"] {
        sandbox.file(name, BOMBER);
        sandbox.bout(&["check", "--game=crash", "--", name]).ok();
        sandbox.bout(&["fmt", "--game=crash", "--", name]).ok();
        sandbox.bout(&["play", "--game=crash", "--", name, name]).ok();
        sandbox.bout(&["play", "--game=crash", name, name]).fails(2);
    }
    sandbox.bout(&["check", "./-x.crash"]).ok();
}

/// Returns commands that print something.
fn printing() -> Vec<Vec<&'static str>> {
    let mut all = vec![
        vec!["man"],
        vec!["man", "crash"],
        vec!["completions", "bash"],
        vec!["new", "crash", "fresh"],
        vec!["fmt", "--check", "untidy.crash"],
        vec!["--help"],
        vec!["play", "--help"],
        vec!["--version"],
    ];
    for form in FORMS {
        all.push(vec!["games", "--output", form]);
        all.push(vec!["check", "wait.crash", "--output", form]);
        all.push(vec!["play", "bomber.crash", "wait.crash", "--games", "900", "--output", form]);
        all.push(vec!["conform", "c.json", "--output", form]);
        all.push(vec!["replay", "c.json", "--output", form]);
    }
    all.push(vec!["demo", "--game", "crash", "--games", "2"]);
    all
}

fn ready() -> Sandbox {
    let sandbox = Sandbox::with_programs();
    sandbox.file("untidy.crash", "noop   \n");
    sandbox.file("c.json", "{\"format\":\"bout-conformance/1\",\"game\":\"crash\",\"cases\":[{}]}");
    sandbox
}

#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let sandbox = ready();
    for args in printing() {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let run = Run::of(sandbox.command(&args).stdin(Stdio::null()).stdout(writer).output().unwrap());
        assert_eq!(run.err, "", "{args:?}");
        assert_eq!(run.code, Some(0), "{args:?}");
        let _ = std::fs::remove_dir_all(sandbox.path("fresh"));
    }
}

#[cfg(unix)]
#[test]
fn one_line_of_very_many() {
    let sandbox = Sandbox::with_programs();
    let play = "{ \"$BOUT\" play bomber.crash wait.crash --games 1000000000 --output jsonl; echo $? >&2; } | head -n 1";
    let run = sandbox.shell(play);
    assert_eq!(run.err, "0\n");
    assert_eq!(run.jsonl()[0]["match"], 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told_by_every_command() {
    let sandbox = ready();
    for args in printing() {
        if args.iter().any(|arg| arg.starts_with("--help") || *arg == "--version") {
            continue;
        }
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let run = Run::of(sandbox.command(&args).stdin(Stdio::null()).stdout(full).output().unwrap());
        assert!(run.code == Some(3) && run.err.contains("standard output"), "{args:?}: {run:#?}");
        let _ = std::fs::remove_dir_all(sandbox.path("fresh"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_error_may_be_full_or_closed() {
    let sandbox = ready();
    let script = "\"$BOUT\" play gone.crash gone.crash 2>/dev/full; echo $?
        \"$BOUT\" check untidy.crash 2>&-; echo $?
        \"$BOUT\" nonsense 2>/dev/full; echo $?
        \"$BOUT\" play untidy.crash wait.crash 2>&- >&-; echo $?";
    let run = sandbox.shell(script);
    let codes: Vec<&str> = run.out.lines().filter(|line| line.len() == 1).collect();
    assert_eq!(codes, ["3", "0", "2", "0"], "{run:#?}");
}

/// Uses a tiny disk in a mount namespace of its own, which disappears with its last process.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_while_recording() {
    let sandbox = Sandbox::with_programs();
    std::fs::create_dir(sandbox.path("disk")).unwrap();
    let script = "unshare -m true 2>/dev/null || exit 99
        exec unshare -m sh -c 'mount -t tmpfs -o size=128k tmpfs disk || exit 99
        \"$BOUT\" play bomber.crash wait.crash --games 900 --threads 3 --output jsonl --record disk/r
        code=$?; cp -r disk/r kept; exit $code'";
    let run = sandbox.shell(script);
    if run.code == Some(99) {
        eprintln!("skipped: a small disk cannot be mounted here");
        return;
    }
    let run = run.fails(3).says(&["disk/r/", "No space left"]);
    let lines: Vec<Value> = run.jsonl().into_iter().filter(|line| line.get("summary").is_none()).collect();
    let names = sandbox.names("kept");
    assert!(!names.is_empty());
    assert!(names.iter().all(|name| ends_in(name, "bout") && !name.starts_with('.')), "{names:?}");
    assert_eq!(names.len(), lines.len(), "a line for every record and a record for every line");
    let mut args = vec!["replay".to_owned()];
    args.extend(names.iter().map(|name| format!("kept/{name}")));
    sandbox.bout(&args).ok();
}

#[cfg(target_os = "linux")]
#[test]
fn a_machine_that_has_no_more_threads_or_memory_is_told_without_a_panic() {
    let sandbox = Sandbox::with_programs();
    let play = "\"$BOUT\" play bomber.crash wait.crash --games 40 --threads 1024 --output jsonl";
    let run = sandbox.shell(format!("ulimit -v 600000; {play}"));
    assert!([Some(0), Some(4)].contains(&run.code), "{run:#?}");
}
