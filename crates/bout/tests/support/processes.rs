//! Waits for processes to reach a state, so that no test has to sleep and hope.

use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use super::Sandbox;

/// The time between two looks at a process.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// How many times in a row a process must be seen waiting.
const LOOKS: usize = 5;
/// A command that has not got so far by then never will.
const PATIENCE: Duration = Duration::from_mins(2);

/// A process, recognised even if its number has been given to another one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    /// The start time in kernel ticks.
    started: String,
}

impl Process {
    fn of(pid: u32) -> Option<Self> {
        let (_, fields) = stat(pid)?;
        Some(Self { pid, started: fields.get(19)?.clone() })
    }

    /// Whether any trace of it is left, even a zombie that its parent has not reaped.
    pub(crate) fn has_left_a_trace(&self) -> bool {
        Self::of(self.pid).as_ref() == Some(self)
    }

    /// Whether it is still alive.
    pub(crate) fn is_there(&self) -> bool {
        stat(self.pid).is_some_and(|(state, fields)| {
            !['Z', 'X'].contains(&state) && fields.get(19) == Some(&self.started)
        })
    }
}

/// Returns a process's state, and the fields of its `stat` from the state on.
fn stat(pid: u32) -> Option<(char, Vec<String>)> {
    let text = read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(") ")?;
    let fields: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    Some((fields.first()?.chars().next()?, fields))
}

/// Returns the children of a process.
pub(crate) fn children(process: u32) -> Vec<u32> {
    let tasks = Path::new("/proc").join(process.to_string()).join("task");
    let files = read_dir(tasks).into_iter().flatten().flatten().map(|task| task.path().join("children"));
    let lines: Vec<String> = files.map(|file| read_to_string(file).unwrap_or_default()).collect();
    lines.iter().flat_map(|line| line.split_whitespace()).filter_map(|id| id.parse().ok()).collect()
}

/// Returns all processes that this one has started, directly or indirectly.
pub(crate) fn descendants(pid: u32) -> BTreeSet<Process> {
    let mut found = BTreeSet::new();
    let mut parents = vec![pid];
    while let Some(parent) = parents.pop() {
        for child in children(parent) {
            found.extend(Process::of(child));
            parents.push(child);
        }
    }
    found
}

/// Waits until all of them have gone, and returns those that stay.
pub(crate) fn all_gone(processes: &BTreeSet<Process>, patience: Duration) -> Vec<Process> {
    let end = Instant::now() + patience;
    loop {
        let left: Vec<Process> = processes.iter().filter(|process| process.is_there()).cloned().collect();
        if left.is_empty() || Instant::now() > end {
            return left;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Waits until all threads of a process are sleeping or have ended, and no signal is pending. By
/// then it has noticed all input, however busy the machine is.
pub(crate) fn wait_until_idle(child: &Child) {
    let process = Path::new("/proc").join(child.id().to_string());
    let mut in_a_row = 0;
    while in_a_row < LOOKS {
        std::thread::sleep(BETWEEN_LOOKS);
        in_a_row = if is_idle(&process) { in_a_row + 1 } else { 0 };
    }
}

fn is_idle(process: &Path) -> bool {
    let field = |file: &Path, name: &str| {
        let text = read_to_string(file).unwrap_or_default();
        text.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default().trim().to_owned()
    };
    let pending = field(&process.join("status"), "ShdPnd:");
    let mut threads = read_dir(process.join("task")).unwrap().map(|thread| thread.unwrap().path());
    pending.bytes().all(|digit| digit == b'0')
        && threads.all(|thread| field(&thread.join("status"), "State:").starts_with(['S', 'Z']))
}

/// Describes all threads of all descendants of this process, one per line, with their state and
/// what they wait for in the kernel. Helps with tests that fail because something does not end.
pub(crate) fn descendants_in_words() -> String {
    let mut lines = Vec::new();
    for Process { pid, .. } in descendants(std::process::id()) {
        let process = Path::new("/proc").join(pid.to_string());
        let command = read_to_string(process.join("cmdline")).unwrap_or_default().replace('\0', " ");
        for thread in read_dir(process.join("task")).into_iter().flatten().flatten() {
            let [about, waits, call] = ["stat", "wchan", "syscall"]
                .map(|file| read_to_string(thread.path().join(file)).unwrap_or_default());
            let call = call.trim();
            lines.push(format!("{about:.40} | {waits} | {call} | {command:.160}\n"));
        }
    }
    lines.concat()
}

/// Waits until a tournament in the sandbox has stored a result.
pub(crate) fn wait_until_played(dir: &Sandbox, child: &mut Child) {
    let end = Instant::now() + PATIENCE;
    while !has_results(dir) {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        assert!(Instant::now() < end, "it plays nothing");
        std::thread::sleep(BETWEEN_LOOKS);
    }
}

/// Whether the exported database has a line with results.
fn has_results(dir: &Sandbox) -> bool {
    dir.path("contest.db").exists() && {
        let export = dir.bout(&["export", "contest.db"]).out;
        ["{\"block\"", "{\"match\""].iter().any(|kind| export.contains(kind))
    }
}
