//! What `bout war` stores under all circumstances: killed commands, two at once, and damaged files.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use game::Digest;
use support::processes::wait_until_idle;
use support::war::{kept, rounds, show, submit, war};
use support::{Run, Sandbox, signal, wait_for};

const PATIENCE: Duration = Duration::from_secs(30);

/// Creates a war with three rounds played and more to come.
fn begun() -> Sandbox {
    let dir = war(&["size=24", "rounds=40"]);
    submit(&dir, "alice", "crawler").ok();
    submit(&dir, "bob", "rover").ok();
    submit(&dir, "carol", "dies").ok();
    rounds(&dir, 3).ok();
    dir
}

/// Returns the war's files, without the lock.
fn files(dir: &Sandbox) -> Vec<(String, Vec<u8>)> {
    let names =
        ["war.toml", "rounds.jsonl", "war.bout", "players/alice.pl", "players/bob.pl", "players/carol.pl"];
    let read = |name: &str| Some((name.to_owned(), fs::read(dir.path("war").join(name)).ok()?));
    names.into_iter().filter_map(read).collect()
}

fn start(dir: &Sandbox, args: &[&str]) -> Child {
    dir.command(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Starts a command that works on the war for a long time, and waits until it holds the lock.
#[track_caller]
fn start_and_wait(dir: &Sandbox, args: &[&str]) -> Child {
    let mut child = start(dir, args);
    while is_free(dir) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it worked on the war");
        // Testing the lock means taking it, and the command must get its turn.
        std::thread::sleep(Duration::from_millis(50));
    }
    child
}

/// Whether no command works on the war.
fn is_free(dir: &Sandbox) -> bool {
    let lock = fs::File::options().write(true).open(dir.path("war/.bout/lock"));
    lock.is_ok_and(|lock| lock.try_lock().is_ok())
}

/// Waits until no command works on the war: the processes that a killed command has started end
/// shortly after it.
#[track_caller]
fn wait_until_free(dir: &Sandbox) {
    let end = Instant::now() + PATIENCE;
    while !is_free(dir) {
        assert!(Instant::now() < end, "somebody still works on the war");
    }
}

/// A round with a snippet that never ends. Meanwhile no other command can change the war, and all
/// see it as it was before. If the round is killed, it was never played.
#[test]
fn a_round_that_is_killed_was_never_played() {
    let dir = war(&["size=24", "rounds=40", "snippet_time_ms=60000"]);
    dir.file("endless.pl", "1 while 1\n");
    submit(&dir, "alice", "endless").ok();
    submit(&dir, "bob", "hermit").ok();
    let before = files(&dir);
    let mut child = start_and_wait(&dir, &["war", "round", "war"]);
    assert_eq!(show(&dir)["round"], 0);
    for args in [&["war", "round", "war"][..], &["war", "submit", "war", "hermit.pl", "--player", "bob"]] {
        dir.bout(args).fails(3).says(&["another bout"]);
    }
    signal(&child, "KILL");
    assert!(wait_for(&mut child, PATIENCE).is_some());
    wait_until_free(&dir);
    assert_eq!(files(&dir), before);
    assert_eq!(show(&dir)["round"], 0);
    submit(&dir, "alice", "hermit").ok().prints(&["replacing"]);
    assert_eq!(rounds(&dir, 2).ok().jsonl().len(), 2);
}

#[test]
fn killed_again_and_again_it_comes_to_the_same_bytes() {
    let whole = begun();
    rounds(&whole, 100).ok();
    let dir = begun();
    let mut patience = Duration::from_millis(5);
    while dir.path("war/war.bout").symlink_metadata().is_err() {
        let mut child = start(&dir, &["war", "round", "war", "--rounds", "100"]);
        wait_for(&mut child, patience);
        patience += Duration::from_millis(5);
        assert!(patience < PATIENCE);
    }
    wait_until_free(&dir);
    assert_eq!(files(&dir), files(&whole));
}

/// Interrupts the command while nobody reads its output.
#[test]
fn an_interrupted_command_keeps_the_rounds_it_has_told() {
    let dir = war(&["size=8", "rounds=2000"]);
    submit(&dir, "alice", "hermit").ok();
    submit(&dir, "bob", "hermit").ok();
    let mut child = start(&dir, &["war", "round", "war", "--rounds", "2000", "--output", "jsonl"]);
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut stdout = Vec::new();
    reader.read_until(b'\n', &mut stdout).unwrap();
    signal(&child, "INT");
    wait_until_idle(&child);
    reader.read_to_end(&mut stdout).unwrap();
    let status = wait_for(&mut child, PATIENCE).expect("it ends");
    let mut stderr = Vec::new();
    child.stderr.take().unwrap().read_to_end(&mut stderr).unwrap();
    let run = Run::of(Output { status, stdout, stderr });
    assert_eq!(run.code, Some(130), "{run:#?}");
    let told = run.jsonl();
    let run = run.says(&["to continue, run: ", "war round war", "was discarded"]);
    assert!(!told.is_empty() && told.len() < 2000, "{run:#?}");
    assert_eq!(show(&dir)["round"], told.len());
    assert_eq!(rounds(&dir, 1).ok().jsonl()[0]["round"], told.len() + 1);
}

/// An incomplete line from a killed command does not count.
#[test]
fn a_torn_line_is_dropped_and_played_again() {
    let dir = begun();
    let file = dir.read("war/rounds.jsonl");
    let whole = file.iter().take(file.len() - 1).rposition(|&byte| byte == b'\n').unwrap() + 1;
    for length in [whole + 1, usize::midpoint(whole, file.len()), file.len() - 2, file.len() - 1] {
        dir.file("war/rounds.jsonl", &file[..length]);
        let run = dir.bout(&["war", "show", "war"]);
        assert_eq!(run.code, Some(0), "{run:#?}");
        run.says(&["round 3", "written only partly"]).prints(&["round 2 of 40"]);
        assert_eq!(dir.read("war/rounds.jsonl"), &file[..length], "looking changes nothing");
        assert_eq!(rounds(&dir, 1).jsonl()[0]["round"], 3);
        assert_eq!(dir.read("war/rounds.jsonl"), file, "cut off at {length}");
    }
    // Some file systems leave zeros after a loss of power.
    dir.file("war/rounds.jsonl", [&file[..whole], &[0; 200]].concat());
    assert_eq!(rounds(&dir, 1).jsonl()[0]["round"], 3);
    assert_eq!(dir.read("war/rounds.jsonl"), file);
}

/// The command is killed between the last round and the record.
#[test]
fn a_record_that_is_missing_is_written() {
    let dir = begun();
    rounds(&dir, 100).ok();
    let record = dir.read("war/war.bout");
    let commands: [(&[&str], i32); 3] = [
        (&["war", "show", "war"], 0),
        (&["war", "round", "war"], 1),
        (&["war", "submit", "war", "hermit.pl", "--player", "alice"], 1),
    ];
    for (args, code) in commands {
        fs::remove_file(dir.path("war/war.bout")).unwrap();
        assert_eq!(dir.bout(args).code, Some(code));
        assert_eq!(dir.read("war/war.bout"), record);
    }
}

/// Checks that every command refuses the war with these words and changes nothing.
#[track_caller]
fn is_refused(dir: &Sandbox, words: &[&str]) {
    let before = files(dir);
    for args in [
        &["war", "show", "war"][..],
        &["war", "round", "war"],
        &["war", "submit", "war", "hermit.pl", "--player", "alice"],
    ] {
        dir.bout(args).fails(1).says(words);
    }
    assert_eq!(files(dir), before, "nothing is changed");
}

/// Checks that the war is refused while one text in a file is replaced, and accepted once
/// it is restored.
#[track_caller]
fn is_refused_with(dir: &Sandbox, file: &str, (from, to): (&str, &str), words: &[&str]) {
    let before = String::from_utf8(dir.read(file)).unwrap();
    assert!(before.contains(from), "no {from} in {before}");
    dir.file(file, before.replacen(from, to, 1));
    is_refused(dir, words);
    dir.file(file, before);
    dir.bout(&["war", "show", "war"]).ok();
}

#[test]
fn changed_files_are_told() {
    let dir = begun();
    let changes = [
        ("war.toml", ("seed = \"7\"", "seed = \"8\""), "changed"),
        ("war.toml", ("rounds = 40", "rounds = 41"), "changed"),
        ("war.toml", ("rounds = 40", "rounds = 0"), "rounds"),
        ("war.toml", ("\nversion = 1", "\nversion = 2"), "newer"),
        ("players/alice.pl", ("\":1\"", "\":2\""), "round 1"),
        // The Array stays the same, because both versions die.
        ("players/carol.pl", ("die", "die 1"), "round 1"),
        ("players/bob.pl", ("rand @_\n", "rand @_\n=round 2\n0\n"), "round 2"),
        ("players/bob.pl", ("rand @_\n", "rand @_\n=round\n0\n"), "not a program file"),
    ];
    for (file, change, word) in changes {
        is_refused_with(&dir, &format!("war/{file}"), change, &[file, word]);
    }
}

/// A version that has not entered the war yet may still be edited by hand.
#[test]
fn what_is_still_to_enter_may_be_changed() {
    let dir = begun();
    submit(&dir, "alice", "hermit").ok();
    let text = String::from_utf8(dir.read("war/players/alice.pl")).unwrap();
    dir.file("war/players/alice.pl", text.replace("=round 4\n0", "=round 5\n7"));
    assert_eq!(show(&dir)["standing"][0]["waiting"], serde_json::json!([5]));
}

#[test]
fn players_who_come_or_go_by_hand_are_told() {
    let dir = begun();
    let bob = dir.read("war/players/bob.pl");
    fs::remove_file(dir.path("war/players/bob.pl")).unwrap();
    is_refused(&dir, &["bob.pl", "no such file"]);
    dir.file("war/players/bob.pl", bob);
    for (name, word) in [("dave", "P15"), ("x!", "rename"), ("a b.", "rename")] {
        let file = dir.file(format!("war/players/{name}.pl"), "0\n");
        is_refused(&dir, &[name, word]);
        fs::remove_file(file).unwrap();
    }
    dir.file("war/players/notes.txt", "no player");
    dir.bout(&["war", "show", "war"]).ok();
    for number in 0..14 {
        dir.file(format!("war/players/p{number}.pl"), "0\n");
    }
    is_refused(&dir, &["17 players"]);
}

/// Gives every line its correct checksum.
fn with_checksums(lines: &str) -> String {
    let sealed = |line: &str| {
        let content = format!("{}}}", line.rsplit_once(",\"checksum\"").unwrap().0);
        let open = content.strip_suffix('}').unwrap();
        format!("{open},\"checksum\":\"{}\"}}\n", Digest::of(content.as_bytes()))
    };
    lines.lines().map(sealed).collect()
}

#[test]
fn rounds_that_cannot_be_true_are_told() {
    let dir = begun();
    let text = String::from_utf8(dir.read("war/rounds.jsonl")).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert_eq!(with_checksums(&text), text);
    let value =
        |line: &str, key: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()[key].to_string();
    let [first, second, third] = [0, 1, 2].map(|at| lines[at]);
    let exchange = |line: &str, other: &str, key: &str| {
        with_checksums(&line.replace(&value(line, key), &value(other, key)))
    };
    let missing = with_checksums(&second.replace("\"round\":2", "\"round\":3"));
    for (wrong, word) in [
        ([first, third].concat(), "of round 3"),
        ([first, &missing].concat(), "of round 3"),
        ([first, second, second].concat(), "of round 2"),
        ([first, &exchange(second, third, "state")].concat(), "differs from when it was played"),
        ([first, &exchange(second, third, "answers")].concat(), "line 2"),
        ([&exchange(first, second, "answers"), second].concat(), "line 1"),
        ([first, &with_checksums(&second.replace(&value(second, "answers"), "\"!\""))].concat(), "line 2"),
        ([first, &with_checksums(&second.replace("\"state\"", "\"stage\""))].concat(), "stage"),
        ([first, &second.replace("\"round\":2", "\"round\":4")].concat(), "checksum"),
        ([first, "\n", second].concat(), "checksum"),
    ] {
        dir.file("war/rounds.jsonl", &wrong);
        is_refused(&dir, &["rounds.jsonl", "damaged", word]);
    }
    dir.file("war/rounds.jsonl", &text);
    rounds(&dir, 100).ok();
    // More rounds than the war has.
    let over = String::from_utf8(dir.read("war/rounds.jsonl")).unwrap();
    let last = over.lines().last().unwrap().replace("\"round\":40", "\"round\":41");
    dir.file("war/rounds.jsonl", over + &with_checksums(&last));
    is_refused(&dir, &["line 41", "over after round 40"]);
}

/// Changes single bytes anywhere in the files.
#[test]
fn no_damage_goes_unseen_or_does_harm() {
    let dir = begun();
    let file = dir.read("war/rounds.jsonl");
    for at in (0..file.len() - 1).step_by(file.len() / 40) {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        dir.file("war/rounds.jsonl", damaged);
        dir.bout(&["war", "show", "war"]).fails(1).says(&["rounds.jsonl", "damaged"]);
    }
    dir.file("war/rounds.jsonl", &file);
    assert_eq!(kept(&dir)[0], Some(file));
    fs::remove_file(dir.path("war/war.toml")).unwrap();
    dir.bout(&["war", "show", "war"]).fails(3).says(&["war.toml"]);
}
