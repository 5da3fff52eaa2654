//! Commands that write, with one system call that goes wrong: they are killed before it, or it fails as on a full or
//! broken disk. The same command again must come to the same end as if nothing had happened. Tests do a few,
//! `cargo xtask faults` many.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

const TRACER: &str = include_str!("faults.c");

/// The exit code of a command that was killed.
const KILLED: i32 = 137;

/// What a command may end with, whatever happens to it.
const DOCUMENTED: [i32; 6] = [0, 1, 2, 3, 4, 130];

/// What goes wrong: the tracer's word for it.
const FAULTS: [&str; 4] = ["kill", "kill", NO_SPACE, BROKEN];
const NO_SPACE: &str = "28";
const BROKEN: &str = "5";

/// A command that writes.
struct Scenario {
    /// What was done before: commands that make what it finds.
    before: &'static [&'static [&'static str]],
    command: &'static [&'static str],
    /// What the same command may end with once it has been done: not all of them can be done twice.
    again: &'static [i32],
}

const TOURNAMENT: &[&str] = &[
    "tournament",
    "bomber.crash",
    "dead.crash",
    "wait.crash",
    "--results",
    "contest",
    "--games",
    "4",
    "--score",
    "sampled",
    "--rules",
    "max_turns=2000",
    "--threads",
    "2",
    "--pgn",
    "games.pgn",
    "-o",
    "page.html",
];
const CHALLENGES: &[&str] =
    &["hill", "add", "hill", "dead.crash", "wait.crash", "bomber.crash", "guard.crash"];

/// All commands that write, but those that need a machine with foreign code.
const SCENARIOS: [Scenario; 13] = [
    Scenario { before: &[], command: &["new", "crash", "fresh"], again: &[0] },
    Scenario { before: &[], command: TOURNAMENT, again: &[0] },
    Scenario {
        before: &[],
        command: &[
            "play",
            "bomber.crash",
            "wait.crash",
            "--games",
            "3",
            "--record",
            "records",
            "--rules",
            "max_turns=2000",
        ],
        again: &[0],
    },
    Scenario { before: &[], command: CHALLENGES, again: &[0] },
    Scenario { before: &[CHALLENGES], command: &["hill", "remove", "hill", "bomber"], again: &[0, 2] },
    Scenario { before: &[CHALLENGES], command: &["hill", "show", "hill", "-o", "hill.html"], again: &[0] },
    Scenario { before: &[CHALLENGES], command: &["hill", "test", "hill", "dead.crash"], again: &[0] },
    Scenario {
        before: &[],
        command: &[
            "evolve",
            "crash",
            "--against",
            "opponents",
            "--out",
            "search",
            "--generations",
            "2",
            "--population",
            "4",
            "--islands",
            "1",
            "--games",
            "4",
            "--rules",
            "max_turns=2000",
            "--quick",
            "max_turns=500",
            "--threads",
            "2",
        ],
        again: &[0],
    },
    Scenario { before: &[], command: &["fmt", "untidy.crash", "untidy2.crash"], again: &[0] },
    Scenario { before: &[], command: &["war", "new", "war", "--seed", "7"], again: &[0] },
    Scenario {
        before: &[&["war", "new", "war", "--seed", "7"]],
        command: &["war", "submit", "war", "crawler.pl"],
        again: &[0],
    },
    Scenario {
        before: &[TOURNAMENT, EXPORT],
        command: &["import", "export.jsonl", "--into", "other.db"],
        again: &[0],
    },
    Scenario { before: &[TOURNAMENT], command: TOURNAMENT, again: &[0] },
];

/// What stands for `bout export contest/contest.db > export.jsonl`.
const EXPORT: &[&str] = &["export", "contest/contest.db"];

/// What lies in a folder, by path: what is in files, and of databases what they export.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// A scenario that is ready to be run.
struct Ready {
    template: TempDir,
    /// The folder after the command, undisturbed.
    end: Tree,
    /// Its calls that change something.
    calls: u64,
}

/// Everything that a run needs.
pub(crate) struct Faults {
    bout: PathBuf,
    tools: TempDir,
    ready: Vec<Ready>,
}

impl Faults {
    /// Compiles the tracer, and runs every command once undisturbed.
    pub(crate) fn new(bout: &Path) -> Self {
        let tools = TempDir::new().unwrap();
        fs::write(tools.path().join("faults.c"), TRACER).unwrap();
        let mut compiler = Command::new("gcc");
        compiler.args(["-O1", "-o", "faults", "faults.c"]).current_dir(tools.path());
        assert!(compiler.status().expect("gcc is there").success(), "the tracer does not compile");
        let bout = fs::canonicalize(bout).expect("bout is built");
        let mut faults = Self { bout, tools, ready: Vec::new() };
        faults.ready = SCENARIOS.iter().map(|scenario| faults.prepare(scenario)).collect();
        faults
    }

    /// How many different runs there are.
    #[allow(dead_code, reason = "the test does some of them")]
    pub(crate) fn all(&self) -> u64 {
        self.ready.iter().map(|ready| ready.calls * 3).sum()
    }

    fn prepare(&self, scenario: &Scenario) -> Ready {
        let template = template();
        for command in scenario.before {
            let run = self.bout(command, template.path());
            assert!(run.status.success(), "{command:?}: {run:?}");
            if *command == EXPORT {
                fs::write(template.path().join("export.jsonl"), run.stdout).unwrap();
            }
        }
        let folder = copied(template.path());
        let (run, calls) = self.traced("none", 0, scenario.command, folder.path());
        assert!(run.status.success(), "{:?}: {run:?}", scenario.command);
        Ready { end: self.tree(folder.path()), calls, template }
    }

    /// Does run number `seed`, or says what was wrong with it.
    pub(crate) fn run(&self, seed: u64) -> Result<(), String> {
        let mut choices = Choices(seed);
        let at = choices.below(SCENARIOS.len() as u64);
        let scenario = &SCENARIOS[usize::try_from(at).expect("there are few")];
        let ready = &self.ready[usize::try_from(at).expect("there are few")];
        let fault = FAULTS[usize::try_from(choices.below(FAULTS.len() as u64)).expect("there are few")];
        let call = 1 + choices.below(ready.calls);
        let folder = copied(ready.template.path());
        let wrong = |what: &str, run: &Output| {
            let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
            format!(
                "seed {seed}, fault {fault} at call {call} of {:?}: {what}\n{out}{err}",
                scenario.command.join(" ")
            )
        };
        let (run, _) = self.traced(fault, call, scenario.command, folder.path());
        check_end(&run, if fault == "kill" { &[KILLED] } else { &[] }).map_err(|what| wrong(&what, &run))?;
        Self::check_users_files(ready, folder.path()).map_err(|what| wrong(&what, &run))?;
        if run.status.success() {
            // It could do without that call.
            return differences(&ready.end, &self.tree(folder.path()))
                .map_err(|what| wrong(&format!("done, but {what}"), &run));
        }
        let again = self.bout(scenario.command, folder.path());
        check_end(&again, &[]).map_err(|what| wrong(&format!("again: {what}"), &again))?;
        let code = again.status.code().unwrap_or(-1);
        if !scenario.again.contains(&code) {
            return Err(wrong(&format!("again: it ended with {code}"), &again));
        }
        differences(&ready.end, &self.tree(folder.path()))
            .map_err(|what| wrong(&format!("after the repeat: {what}"), &again))
    }

    /// What the user wrote is as it was, or as the command makes it.
    fn check_users_files(ready: &Ready, folder: &Path) -> Result<(), String> {
        for name in USERS {
            let now = fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
            let before = fs::read(ready.template.path().join(name)).unwrap();
            if now != before && ready.end.get(Path::new(name)) != Some(&now) {
                return Err(format!("{name} was changed"));
            }
        }
        Ok(())
    }

    fn bout(&self, command: &[&str], folder: &Path) -> Output {
        self.run_in(Command::new(&self.bout).args(command), folder)
    }

    /// Runs a command with a fault, and says how many calls there were.
    fn traced(&self, fault: &str, call: u64, command: &[&str], folder: &Path) -> (Output, u64) {
        let count = self.tools.path().join("count");
        let mut tracer = Command::new(self.tools.path().join("faults"));
        tracer.args([fault, &call.to_string()]).arg(&count).arg(&self.bout).args(command);
        let run = self.run_in(&mut tracer, folder);
        let calls = fs::read_to_string(count).expect("the tracer wrote it");
        (run, calls.trim().parse().expect("a number"))
    }

    fn run_in(&self, command: &mut Command, folder: &Path) -> Output {
        let cache = self.tools.path().join("cache");
        command
            .current_dir(folder)
            .env("BOUT_CACHE_DIR", cache)
            .env_remove("RUST_BACKTRACE")
            .output()
            .unwrap()
    }

    /// What lies in a folder. Locks are there to be locked, and what `SQLite` keeps beside a database is part of it.
    fn tree(&self, folder: &Path) -> Tree {
        let mut tree = Tree::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(inner) = folders.pop() {
            for entry in fs::read_dir(folder.join(&inner)).unwrap() {
                let entry = entry.unwrap();
                let path = inner.join(entry.file_name());
                let name = path.to_string_lossy().into_owned();
                if entry.file_type().unwrap().is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "db") {
                    tree.insert(path, self.bout(&["export", &name], folder).stdout);
                } else if !name.ends_with("-wal") && !name.ends_with("-shm") {
                    tree.insert(path, fs::read(entry.path()).unwrap());
                }
            }
        }
        tree
    }
}

fn check_end(run: &Output, also: &[i32]) -> Result<(), String> {
    let code = run.status.code().unwrap_or(-1);
    if !DOCUMENTED.contains(&code) && !also.contains(&code) {
        return Err(format!("it ended with {code}"));
    }
    if String::from_utf8_lossy(&run.stderr).contains("panicked") { Err("it panicked".into()) } else { Ok(()) }
}

fn differences(wanted: &Tree, found: &Tree) -> Result<(), String> {
    let names = |one: &Tree, other: &Tree| -> Vec<String> {
        one.keys().filter(|name| !other.contains_key(*name)).map(|name| name.display().to_string()).collect()
    };
    let (missing, more) = (names(wanted, found), names(found, wanted));
    let differ: Vec<String> = wanted
        .iter()
        .filter(|(name, bytes)| found.get(*name).is_some_and(|found| found != *bytes))
        .map(|(name, _)| name.display().to_string())
        .collect();
    if missing.is_empty() && more.is_empty() && differ.is_empty() {
        return Ok(());
    }
    Err(format!("missing {missing:?}, too many {more:?}, different {differ:?}"))
}

/// What the user wrote.
const USERS: [&str; 8] = [
    "notes.txt",
    ".bout-notes",
    "bomber.crash",
    "dead.crash",
    "untidy.crash",
    "untidy2.crash",
    "crawler.pl",
    "opponents/wait.crash",
];

/// The folder in which commands are run.
fn template() -> TempDir {
    const BOMBER: &str = "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";
    const WAIT: &str = "store [i]-1 i\n";
    let dir = TempDir::new().unwrap();
    for folder in ["hill", "opponents"] {
        fs::create_dir(dir.path().join(folder)).unwrap();
    }
    for (name, text) in [
        ("notes.txt", "mine"),
        (".bout-notes", "mine"),
        ("bomber.crash", BOMBER),
        ("dead.crash", "crash\n"),
        ("wait.crash", WAIT),
        ("guard.crash", "write crash [i]+7\nstore [i]-2 i\n"),
        ("untidy.crash", "  store   [i]-1    i\n"),
        ("untidy2.crash", ";name Untidy\nstore   [i]-1 i ; wait\n"),
        ("crawler.pl", "\":1\"\n"),
        ("opponents/wait.crash", WAIT),
        ("opponents/bomber.crash", BOMBER),
        (
            "hill/hill.toml",
            "game = \"crash\"\nscore = \"sampled\"\nsize = 2\ngames = 4\n[rules]\nmax_turns = 2000\n",
        ),
    ] {
        fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}

fn copied(template: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    let mut command = Command::new("cp");
    command.arg("-a").arg(template.join(".")).arg(copy.path());
    assert!(command.status().unwrap().success());
    copy
}

/// Numbers that look random, the same for the same seed on all machines (`SplitMix64`).
struct Choices(u64);

impl Choices {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % end
    }
}
