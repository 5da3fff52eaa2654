//! Unusual machines: kernels that lack a system call, ordinary users, low limits. A match has the
//! same result there, or is not played, with a reason; and `bout doctor` makes only true claims.

#![cfg(all(target_os = "linux", target_arch = "x86_64"))]

mod support;

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;
use support::{Run, Sandbox, kernel};

/// Two bots, two snippets, and a program that makes the kernel refuse system calls.
struct Machine {
    sandbox: Sandbox,
}

const SNAKES: [&str; 6] = ["play", "right.c", "left.c", "--rules", "turns=40", "--output=jsonl"];
const PERLWAR: [&str; 6] = ["play", "crawler.pl", "eraser.pl", "--rules", "rounds=12", "--output=jsonl"];

impl Machine {
    fn new() -> Self {
        let sandbox = Sandbox::new();
        let bot = |name: &str, letter: char| {
            format!(
                "const char *bot_name = \"{name}\";\nint bot(int board[16][32], char player) {{ return board[8][8] == 'X' ? 'D' : '{letter}' + 0 * player; }}\n"
            )
        };
        sandbox.file("right.c", bot("Right", 'R'));
        sandbox.file("left.c", bot("Left", 'L'));
        sandbox.file("crawler.pl", "\":1\"\n");
        sandbox.file("eraser.pl", "'!'.int(1+rand $#_)\n");
        kernel::prepare(&sandbox);
        Self { sandbox }
    }

    /// Runs bout on a kernel where a system call fails with `error`.
    fn without(&self, call: libc::c_long, error: i32, args: &[&str]) -> Run {
        self.refusing(&[call.to_string(), error.to_string(), "-1".into(), "0".into()], args)
    }

    /// Runs bout on a kernel that refuses a system call whose argument has this value.
    fn without_with(&self, call: libc::c_long, argument: usize, value: u64, args: &[&str]) -> Run {
        let refused = [call.to_string(), libc::EPERM.to_string(), argument.to_string(), value.to_string()];
        self.refusing(&refused, args)
    }

    /// Runs bout in a shell that sets one of its limits, soft and hard.
    fn under_limit(&self, limit: &str, args: &[&str]) -> Run {
        let bout = self.sandbox.command(args);
        let script = format!("ulimit {limit} && exec \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script, "bash"]).arg(bout.get_program()).args(bout.get_args());
        command.current_dir(self.sandbox.path("")).env("BOUT_CACHE_DIR", self.sandbox.cache());
        Run::of(command.output().unwrap())
    }

    fn refusing(&self, refused: &[String], args: &[&str]) -> Run {
        self.refusing_all(&[refused.to_vec()], args)
    }

    /// Runs bout on a kernel that refuses several calls.
    fn refusing_all(&self, all: &[Vec<String>], args: &[&str]) -> Run {
        Run::of(kernel::without(&self.sandbox, all, args).output().unwrap())
    }
}

/// Returns the digest of a match, which does not depend on how it was run.
fn digest(run: &Run) -> Value {
    run.jsonl()[0]["digest"].clone()
}

/// The calls that kernels, containers and older systems are known to lack or refuse.
const CALLS: [(&str, libc::c_long); 14] = [
    ("pidfd_open", libc::SYS_pidfd_open),
    ("pidfd_send_signal", libc::SYS_pidfd_send_signal),
    ("landlock_create_ruleset", libc::SYS_landlock_create_ruleset),
    ("landlock_restrict_self", libc::SYS_landlock_restrict_self),
    ("close_range", libc::SYS_close_range),
    ("rseq", libc::SYS_rseq),
    ("personality", libc::SYS_personality),
    ("memfd_create", libc::SYS_memfd_create),
    ("prlimit64", libc::SYS_prlimit64),
    ("execveat", libc::SYS_execveat),
    ("seccomp", libc::SYS_seccomp),
    ("mount", libc::SYS_mount),
    ("sched_setaffinity", libc::SYS_sched_setaffinity),
    ("statx", libc::SYS_statx),
];

#[test]
fn a_kernel_that_lacks_a_call_changes_no_result_of_bots() {
    a_kernel_that_lacks_a_call_changes_no_result("snakes", &SNAKES);
}

#[test]
fn a_kernel_that_lacks_a_call_changes_no_result_of_snippets() {
    a_kernel_that_lacks_a_call_changes_no_result("perlwar", &PERLWAR);
}

fn a_kernel_that_lacks_a_call_changes_no_result(game: &str, args: &[&str]) {
    let machine = Machine::new();
    let known = digest(&machine.sandbox.bout(args).ok());
    let mut played = 0;
    // Older kernels do not know the call; containers forbid it.
    let both = |(name, call)| [(name, call, libc::ENOSYS), (name, call, libc::EPERM)];
    for (name, call, error) in CALLS.into_iter().flat_map(both) {
        let run = machine.without(call, error, args);
        match run.code {
            Some(0) => {
                played += 1;
                assert_eq!(digest(&run), known, "{game} without {name} ({error}): {run:#?}");
            }
            // No foreign code was run, or matches are void: there is no result, but a reason.
            Some(4) => assert!(run.err.contains("error:"), "{game} without {name} ({error}): {run:#?}"),
            _ => panic!("{game} without {name} ({error}): {run:#?}"),
        }
        let doctor = machine.without(call, error, &["doctor", "--output=json"]);
        let says = doctor.json()["games"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["game"] == game && one["playable"] == true && one["only"] == Value::Null);
        assert_eq!(says, run.code == Some(0), "{game} without {name} ({error}), doctor: {doctor:#?}");
    }
    assert!(played >= 18, "{game} is played on most machines: {played} of {}", 2 * CALLS.len());
}

#[test]
fn where_one_process_for_many_calls_does_not_work_each_gets_its_own() {
    const READ: libc::c_long = libc::SYS_read;
    // The addresses at which only workers read the host's messages.
    const BOTS_WORD: u64 = 0x0e20_0040;
    const SNIPPETS_WORD: u64 = 0x100_0015_f000;
    let machine = Machine::new();
    for (args, word) in [(SNAKES, BOTS_WORD), (PERLWAR, SNIPPETS_WORD)] {
        let known = machine.sandbox.bout(&args).ok();
        let slower = machine.without_with(READ, 1, word, &args);
        assert_eq!(slower.code, Some(0), "{slower:#?}");
        assert_eq!(digest(&slower), digest(&known), "{slower:#?}");
        assert_eq!(slower.err.lines().count(), 1, "one line says so: {slower:#?}");
        assert!(slower.err.contains("cannot use one process") && slower.err.contains("slower"));
        let doctor = machine.without_with(READ, 1, word, &["doctor"]).ok();
        assert!(doctor.out.contains("FAILS") && doctor.out.contains("(reset)"), "{doctor:#?}");
    }
}

/// If no way to run programs works, no program loses: there is no result, and `doctor` says so.
#[test]
fn where_no_way_works_matches_are_void() {
    // Only the code that starts children calls `clone` with these flags and without a stack.
    let machine = Machine::new();
    for args in [SNAKES, PERLWAR] {
        let run = machine.without_with(libc::SYS_clone, 0, libc::SIGCHLD.unsigned_abs().into(), &args);
        assert_eq!(run.code, Some(4), "{run:#?}");
        assert!(run.out.is_empty() || run.jsonl()[0]["outcome"] == "void", "{run:#?}");
    }
}

/// Refuses Landlock, mounting, and a user namespace with its own process ids, one each.
fn without_walls_for_files() -> [Vec<String>; 3] {
    let plain =
        |call: libc::c_long, error: i32| vec![call.to_string(), error.to_string(), "-1".into(), "0".into()];
    // The flags for a child that cannot see other processes. Without them it cannot mount
    // its own `/proc`.
    let alone = libc::CLONE_NEWUSER | libc::CLONE_NEWPID | libc::SIGCHLD;
    let clone = [libc::SYS_clone.to_string(), libc::EPERM.to_string(), "0".into(), alone.to_string()];
    [
        plain(libc::SYS_landlock_create_ruleset, libc::ENOSYS),
        plain(libc::SYS_mount, libc::EPERM),
        clone.to_vec(),
    ]
}

#[test]
fn without_any_wall_for_files_nothing_in_c_is_compiled_or_asked() {
    let machine = Machine::new();
    let recording = [&SNAKES[..], &["--record", "r"]].concat();
    machine.sandbox.bout(&recording).ok();
    let record = format!("r/{}", machine.sandbox.names("r")[0]);
    let [landlock, mount, alone] = without_walls_for_files();
    for refused in [[landlock.clone(), mount], [landlock, alone]] {
        for args in [&SNAKES[..], &["check", "left.c"], &["ask", "left.c", &record, "--turn", "1"]] {
            let run = machine.refusing_all(&refused, args);
            assert_eq!(run.code, Some(4), "{run:#?}");
            run.says(&["Landlock", "mount namespace", "5.13", "unprivileged_userns_clone"]);
        }
        let doctor = machine.refusing_all(&refused, &["doctor", "--output=json"]);
        let findings = doctor.json()["findings"].clone();
        let feature = findings
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["name"] == "a feature that restricts files")
            .unwrap();
        assert_eq!((&feature["present"], &feature["required"]), (&false.into(), &true.into()), "{feature:#}");
        assert_eq!(doctor.code, Some(4), "{doctor:#?}");
        let games = doctor.json()["games"].clone();
        let snakes = games.as_array().unwrap().iter().find(|one| one["game"] == "snakes").unwrap();
        assert_eq!(snakes["only"], "bots in WebAssembly", "{snakes:#}");
        // Snippets cannot reach files even so: they have no system call for it.
        machine.refusing_all(&refused, &PERLWAR).ok();
    }
}

/// `doctor --prove` gives no credit to missing features, and the remaining features still
/// stop each attack.
#[test]
fn doctor_proves_only_the_walls_that_are_there() {
    let machine = Machine::new();
    let prove = ["doctor", "--prove", "--output=json"];
    let [landlock, mount, _] = without_walls_for_files();
    for (refused, left, lacking) in [
        (vec![landlock.clone()], Some("mount namespace"), vec!["landlock"]),
        (vec![mount.clone()], Some("landlock"), vec!["mount namespace"]),
        (vec![landlock, mount], None, vec!["landlock", "mount namespace"]),
    ] {
        let document = machine.refusing_all(&refused, &prove).ok().json();
        let probes = document["probes"].as_array().unwrap();
        let read = probes.iter().find(|one| one["probe"] == "read a file that everybody may read").unwrap();
        assert!(lacking.iter().all(|feature| read["alone"][feature].is_null()), "{read:#}");
        match left {
            Some(feature) => {
                assert_eq!((&read["alone"][feature], &read["all"]), (&"stopped".into(), &"stopped".into()));
            }
            // Seccomp with the compiler's rules does not stop it, and no tool runs here.
            None => assert_eq!(read["all"], "gets through"),
        }
    }
}

/// One feature that isolates files is enough: `doctor` has tried to read a secret.
#[test]
fn with_one_wall_for_files_a_secret_stays_secret() {
    let machine = Machine::new();
    for refused in without_walls_for_files() {
        machine.refusing_all(std::slice::from_ref(&refused), &["play", "right.c", "left.c"]).ok();
        let doctor = machine.refusing_all(&[refused], &["doctor", "--output=json"]).ok().json();
        let findings = doctor["findings"].as_array().unwrap();
        for name in ["C compiler, which reads no other files", "a bot of `bout ask`, which reads no files"] {
            let proof = findings.iter().find(|one| one["name"] == name).unwrap();
            assert_eq!(proof["present"], true, "{proof:#}");
        }
    }
}

#[test]
fn an_ordinary_user_plays_the_same() {
    let machine = Machine::new();
    let folder = machine.sandbox.path("");
    let setpriv = ["--reuid", "1000", "--regid", "1000", "--clear-groups"];
    let can = Command::new("setpriv").args(setpriv).arg("true").status();
    if !can.is_ok_and(|status| status.success()) {
        return;
    }
    // The other user needs access to the binary and the programs.
    let bout = PathBuf::from(machine.sandbox.command(&[""; 0]).get_program());
    let copy = machine.sandbox.path("bout");
    std::fs::copy(bout, &copy).unwrap();
    let open = Command::new("chmod").args(["-R", "a+rwX"]).arg(&folder).status().unwrap();
    assert!(open.success());
    for args in [SNAKES, PERLWAR] {
        let known = digest(&machine.sandbox.bout(&args).ok());
        let mut command = Command::new("setpriv");
        command.args(setpriv).arg(&copy).args(args).current_dir(&folder);
        command.env("HOME", &folder).env("BOUT_CACHE_DIR", folder.join("cache"));
        let run = Run::of(command.output().unwrap()).ok();
        assert_eq!(digest(&run), known);
    }
}

#[test]
fn low_limits_of_the_shell_change_no_result() {
    let machine = Machine::new();
    for args in [SNAKES, PERLWAR] {
        let known = digest(&machine.sandbox.bout(&args).ok());
        for limit in ["-n 64", "-s 1024", "-c 0", "-l 0", "-e 0"] {
            let run = machine.under_limit(limit, &args);
            match run.code {
                Some(0) => assert_eq!(digest(&run), known, "{limit}: {run:#?}"),
                Some(4) => assert!(run.err.contains("error:"), "{limit}: {run:#?}"),
                _ => panic!("{limit}: {run:#?}"),
            }
        }
    }
}

/// Children inherit a shell's limit on processor time. It is enough for single runs. If one process
/// cannot answer all calls of a match within it, every call gets its own process. No program loses
/// because of it.
#[test]
fn a_shell_that_allows_little_processor_time_makes_nobody_lose() {
    let machine = Machine::new();
    for args in [SNAKES, PERLWAR] {
        let known = digest(&machine.sandbox.bout(&args).ok());
        for limit in ["-t 5", "-t 60", "-t 1000"] {
            assert_eq!(digest(&machine.under_limit(limit, &args).ok()), known, "{limit}");
        }
    }
    let run = machine.under_limit("-t 1", &SNAKES);
    assert_eq!(run.code, Some(4), "{run:#?}");
    assert!(run.err.contains("ulimit -Ht") && run.err.contains("allows 1 seconds"), "{run:#?}");
}
