//! Commands that only read need no write access: they work on read-only media, and while
//! another command runs.

#![cfg(target_os = "linux")]

mod support;

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;

use support::{BOMBER, CRASH, Run, Sandbox, WAIT};

/// A user who owns nothing.
const NOBODY: u32 = 65534;

fn hill() -> Sandbox {
    let dir = Sandbox::new();
    fs::create_dir(dir.path("hill")).unwrap();
    let config = "game = \"crash\"\nscore = \"sampled\"\nsize = 2\ngames = 4\n[rules]\nmax_turns = 2000\n";
    dir.file("hill/hill.toml", config);
    for (name, text) in [("dead.crash", CRASH), ("wait.crash", WAIT), ("bomber.crash", BOMBER)] {
        dir.file(name, text);
    }
    dir.bout(&["hill", "add", "hill", "wait.crash", "dead.crash"]).ok();
    dir
}

/// Makes a folder and everything in it read-only.
fn make_read_only(path: &Path) {
    let mode = if path.is_dir() { 0o555 } else { 0o444 };
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            make_read_only(&entry.unwrap().path());
        }
    }
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Runs `bout` as a user without write access.
fn as_a_reader(dir: &Sandbox, args: &[&str]) -> Run {
    let mut command = dir.command(args);
    if fs::metadata(dir.path("")).unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    Run::of(command.output().unwrap())
}

#[test]
fn a_hill_on_read_only_media_is_shown_and_tested() {
    let dir = hill();
    let shown = dir.bout(&["hill", "show", "hill", "--output", "json"]).ok().json();
    let tested = dir.bout(&["hill", "test", "hill", "bomber.crash", "--output", "csv"]).ok().out;
    let exported = dir.bout(&["export", "hill/.bout/hill.db"]).ok().out;
    let record = dir.path("hill/.bout/records").join(&dir.names("hill/.bout/records")[0]);
    fs::set_permissions(dir.path(""), Permissions::from_mode(0o755)).unwrap();
    make_read_only(&dir.path("hill"));
    let run = |args: &[&str]| as_a_reader(&dir, args).ok();
    assert_eq!(run(&["hill", "show", "hill", "--output", "json"]).json(), shown);
    assert_eq!(run(&["hill", "test", "hill", "bomber.crash", "--output", "csv"]).out, tested);
    assert_eq!(run(&["export", "hill/.bout/hill.db"]).out, exported);
    run(&["replay", record.to_str().unwrap()]);
    as_a_reader(&dir, &["hill", "add", "hill", "bomber.crash"]).fails(3);
    make_writable(&dir.path("hill"));
}

/// Lets the owner remove a folder and its content again.
fn make_writable(path: &Path) {
    fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    let inside = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    inside.filter(|path| path.is_dir()).for_each(|path| make_writable(&path));
}

#[cfg(target_arch = "x86_64")]
#[test]
fn a_war_on_read_only_media_is_shown_and_so_is_one_at_work() {
    let dir = support::war::war(&["size=20", "rounds=3"]);
    for player in ["crawler", "rover"] {
        support::war::submit(&dir, player, player).ok();
    }
    support::war::rounds(&dir, 2).ok();
    let shown = support::war::show(&dir);

    let lock = File::options().write(true).open(dir.path("war/.bout/lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(support::war::show(&dir), shown);
    // The other command has written half of a line. Readers ignore it without a warning.
    let rounds = dir.read("war/rounds.jsonl");
    dir.file("war/rounds.jsonl", [&rounds[..], b"{\"round\":3"].concat());
    assert_eq!(support::war::show(&dir), shown);
    dir.file("war/rounds.jsonl", &rounds);
    drop(lock);

    // The war is over, but its record is missing, and a read-only user cannot write it.
    support::war::rounds(&dir, 1).ok();
    let shown = support::war::show(&dir);
    fs::remove_file(dir.path("war/war.bout")).unwrap();
    fs::set_permissions(dir.path(""), Permissions::from_mode(0o755)).unwrap();
    make_read_only(&dir.path("war"));
    let seen = as_a_reader(&dir, &["war", "show", "war", "--output", "json"]).ok().json();
    assert_eq!(seen["array"], shown["array"]);
    assert_eq!(seen["outcome"]["digest"], shown["outcome"]["digest"]);
    assert!(seen["outcome"]["record"].is_null(), "{seen}");
    as_a_reader(&dir, &["war", "round", "war"]).fails(3);
    make_writable(&dir.path("war"));
}

#[test]
fn a_hill_is_shown_while_another_command_is_at_work() {
    let dir = hill();
    let shown = dir.bout(&["hill", "show", "hill"]).ok().out;
    let lock = File::options().write(true).open(dir.path("hill/.bout/lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(dir.bout(&["hill", "show", "hill"]).ok().out, shown);
    dir.bout(&["hill", "test", "hill", "bomber.crash"]).ok().prints(&["bomber.crash would enter"]);
    dir.bout(&["hill", "add", "hill", "bomber.crash"]).fails(3).says(&["another bout process is using"]);
    drop(lock);
    dir.bout(&["hill", "add", "hill", "bomber.crash"]).ok();
}

#[test]
fn challenges_go_on_when_nobody_reads_the_output() {
    let dir = hill();
    for number in 0..20 {
        dir.file(format!("c{number:02}.crash"), format!("{BOMBER}store [i]-{} i\n", 10 + number));
    }
    let run = dir.shell("\"$BOUT\" hill add hill c*.crash --output jsonl | head -c 1");
    assert_eq!((run.out.as_str(), run.err.as_str()), ("{", ""));
    let history = String::from_utf8(dir.read("hill/results/history.jsonl")).unwrap();
    assert_eq!(history.lines().count(), 2 + 20);
}

#[test]
fn a_pipe_in_the_place_of_an_export_is_refused() {
    let dir = Sandbox::new();
    assert_eq!(dir.shell("mkfifo export.jsonl").code, Some(0));
    dir.bout(&["import", "export.jsonl"]).fails(3).says(&["pipe"]);
}

#[test]
fn a_lock_does_not_depend_on_the_order_of_files() {
    let dir = hill();
    let lock = |folder: &str, programs: [&str; 3]| {
        let options =
            ["--games", "2", "--score", "sampled", "--rules", "max_turns=2000", "--results", folder];
        dir.bout(&[&["tournament"][..], &programs, &options].concat()).ok();
        dir.read(format!("{folder}/contest.lock"))
    };
    let one = lock("one", ["wait.crash", "bomber.crash", "dead.crash"]);
    let other = lock("other", ["dead.crash", "wait.crash", "bomber.crash"]);
    assert_eq!(String::from_utf8(one).unwrap(), String::from_utf8(other).unwrap());
}
