//! Commands that write, each with one failure: they are killed before a system call, the call fails
//! as on a full or broken disk, or the power is lost. Running the same command again must give the
//! result of an undisturbed run. Tests run a few cases, `cargo xtask faults` many.

mod power;
mod scenarios;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use power::{Inodes, Log};
use scenarios::{EXPORT, SCENARIOS, Scenario, USERS, template};
use tempfile::TempDir;

const TRACER: &str = include_str!("faults.c");

/// The exit code of a killed command.
const KILLED: i32 = 137;

/// The exit codes that a command may have, whatever happens to it.
const DOCUMENTED: [i32; 6] = [0, 1, 2, 3, 4, 130];

/// A failure.
#[derive(Debug, Clone, Copy)]
enum Fault {
    /// The command is killed before a call.
    Kill,
    /// A call fails with this error number.
    Error(i32),
    /// The power is lost at some moment.
    Power,
}

const FAULTS: [Fault; 6] =
    [Fault::Kill, Fault::Kill, Fault::Error(NO_SPACE), Fault::Error(BROKEN), Fault::Power, Fault::Power];
const NO_SPACE: i32 = 28;
const BROKEN: i32 = 5;

/// The content of a folder by path: bytes of files, exports of databases.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

/// A scenario that is ready to run.
struct Ready {
    template: TempDir,
    /// The folder after an undisturbed run.
    end: Tree,
    /// The number of its calls that change something.
    calls: u64,
    /// What these calls did.
    log: Log,
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

    /// Returns the number of calls that can fail.
    #[allow(dead_code, reason = "the test does not say it")]
    pub(crate) fn calls(&self) -> u64 {
        self.ready.iter().map(|ready| ready.calls).sum()
    }

    /// Returns the number of moments at which the power can be lost.
    #[allow(dead_code, reason = "the test does not say it")]
    pub(crate) fn cuts(&self) -> u64 {
        self.ready.iter().map(|ready| ready.log.cuts()).sum()
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
        let inodes = Inodes::of(folder.path());
        let (run, told) = self.traced("log", 0, scenario.command, folder.path());
        let code = run.status.code().unwrap_or(-1);
        assert!(scenario.again.contains(&code), "{:?}: {run:?}", scenario.command);
        let calls = told.lines().last().and_then(|line| line.strip_prefix("calls\t")).expect("it counts");
        Ready {
            end: self.tree(folder.path()),
            calls: calls.parse().expect("a number"),
            log: Log::read(&told, template.path(), &inodes),
            template,
        }
    }

    /// Runs the case with this seed, and returns what went wrong.
    pub(crate) fn run(&self, seed: u64) -> Result<(), String> {
        let mut choices = Choices(seed);
        let at = choices.pick(SCENARIOS.len());
        let (scenario, ready) = (&SCENARIOS[at], &self.ready[at]);
        let fault = FAULTS[choices.pick(FAULTS.len())];
        let done = match fault {
            Fault::Kill => self.end_at("kill", &[KILLED], &mut choices, scenario, ready),
            Fault::Error(number) => self.end_at(&number.to_string(), &[], &mut choices, scenario, ready),
            Fault::Power => self.lose_power(&mut choices, scenario, ready),
        };
        done.map_err(|what| format!("seed {seed}, {fault:?}, {}: {what}", scenario.command))
    }

    /// Lets one call fail. `fault` says how, in the tracer's terms.
    fn end_at(
        &self,
        fault: &str,
        ends: &[i32],
        choices: &mut Choices,
        scenario: &Scenario,
        ready: &Ready,
    ) -> Result<(), String> {
        let call = 1 + choices.below(ready.calls);
        let folder = copied(ready.template.path());
        let (run, _) = self.traced(fault, call, scenario.command, folder.path());
        let at_call = |what: String| format!("call {call}: {what}\n{}", said(&run));
        check_end(&run, ends).map_err(at_call)?;
        check_users_files(ready, folder.path()).map_err(at_call)?;
        if run.status.success() {
            // The command could do without that call.
            let tree = self.tree(folder.path());
            return differences(&ready.end, &tree).map_err(|what| at_call(format!("done, but {what}")));
        }
        self.repeat(scenario, ready, folder.path()).map_err(at_call)
    }

    /// Cuts the power at some moment, often just after the command has ended.
    fn lose_power(&self, choices: &mut Choices, scenario: &Scenario, ready: &Ready) -> Result<(), String> {
        let end = ready.log.cuts() - 1;
        let cut = if choices.below(6) == 0 { end } else { choices.below(end + 1) };
        let folder = TempDir::new().unwrap();
        let lost = ready.log.write(cut, choices, folder.path());
        let at_cut = |what: String| format!("cut {cut} of {end}, {lost}: {what}");
        check_users_files(ready, folder.path()).map_err(at_cut)?;
        if cut == end {
            // The command has ended, so a user would not run it again.
            return self.check_kept(scenario, ready, folder.path()).map_err(at_cut);
        }
        self.repeat(scenario, ready, folder.path()).map_err(at_cut)
    }

    /// Checks that everything promised to survive a loss of power is there.
    fn check_kept(&self, scenario: &Scenario, ready: &Ready, folder: &Path) -> Result<(), String> {
        let promised = |tree: &Tree| -> Tree {
            let is_promised = |path: &Path| scenario.for_good.iter().any(|good| path.starts_with(good));
            let kept = tree.iter().filter(|(path, _)| is_promised(path) && !is_own(path));
            kept.map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
        };
        differences(&promised(&ready.end), &promised(&self.tree(folder)))
            .map_err(|what| format!("it had ended, but {what}"))
    }

    /// Repeats the command, which must give the same result.
    fn repeat(&self, scenario: &Scenario, ready: &Ready, folder: &Path) -> Result<(), String> {
        let again = self.bout(scenario.command, folder);
        let wrong = |what: String| format!("again: {what}\n{}", said(&again));
        check_end(&again, &[]).map_err(wrong)?;
        let code = again.status.code().unwrap_or(-1);
        if !scenario.again.contains(&code) {
            return Err(wrong(format!("it ended with {code}")));
        }
        differences(&ready.end, &self.tree(folder)).map_err(wrong)
    }

    fn bout(&self, command: &str, folder: &Path) -> Output {
        self.run_in(Command::new(&self.bout).args(command.split_whitespace()), folder)
    }

    /// Runs a command with a fault, and returns the tracer's output.
    fn traced(&self, fault: &str, call: u64, command: &str, folder: &Path) -> (Output, String) {
        let told = self.tools.path().join("told");
        let mut tracer = Command::new(self.tools.path().join("faults"));
        tracer.args([fault, &call.to_string()]).arg(&told).arg(&self.bout).args(command.split_whitespace());
        let run = self.run_in(&mut tracer, folder);
        (run, fs::read_to_string(told).expect("the tracer wrote it"))
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

    /// Returns the content of a folder. Databases are exported, so the files that `SQLite` keeps
    /// next to them are left out.
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
                    tree.insert(path, self.bout(&format!("export {name}"), folder).stdout);
                } else if !name.ends_with("-wal") && !name.ends_with("-shm") {
                    tree.insert(path, fs::read(entry.path()).unwrap());
                }
            }
        }
        tree
    }
}

/// Checks that the user's files are unchanged, or as the command should leave them.
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

/// Whether a file is one of bout's internal files, such as drafts, locks, and what a killed command
/// left for the next one. Results are not internal.
fn is_own(path: &Path) -> bool {
    let is_result = path.extension().is_some_and(|ending| ending == "db");
    !is_result && path.iter().any(|name| name.to_string_lossy().starts_with(".bout"))
}

fn said(run: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr))
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

fn copied(template: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    let mut command = Command::new("cp");
    command.arg("-a").arg(template.join(".")).arg(copy.path());
    assert!(command.status().unwrap().success());
    copy
}

/// Pseudo-random numbers (`SplitMix64`), which depend only on the seed.
struct Choices(u64);

impl Choices {
    fn pick(&mut self, end: usize) -> usize {
        usize::try_from(self.below(end as u64)).expect("it is below the end")
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % end
    }
}
