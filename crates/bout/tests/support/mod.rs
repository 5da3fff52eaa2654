//! Helpers for the tests of the command line: they run `bout` in an empty folder of its own, and
//! examine the results. Every run is checked for things that must never happen.

#![allow(dead_code, reason = "every test file uses another part of this")]

#[cfg(feature = "queue")]
pub(crate) mod forger;
#[cfg(target_os = "linux")]
pub(crate) mod kernel;
#[cfg(target_os = "linux")]
pub(crate) mod load;
#[cfg(target_os = "linux")]
pub(crate) mod members;
#[cfg(target_os = "linux")]
pub(crate) mod other_gcc;
#[cfg(target_os = "linux")]
pub(crate) mod processes;
#[cfg(all(target_os = "linux", feature = "serve"))]
pub(crate) mod provider;
pub(crate) mod queue;
pub(crate) mod receiver;
pub(crate) mod scripted_site;
#[cfg(target_os = "linux")]
pub(crate) mod site;
pub(crate) mod site_user;
#[cfg(target_os = "linux")]
pub(crate) mod snakes;
#[cfg(target_os = "linux")]
pub(crate) mod transcript;
#[cfg(target_os = "linux")]
pub(crate) mod war;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

/// A crash program that waits for ever.
pub(crate) const WAIT: &str = "store [i]-1 i\n";
/// A crash program that dies at once.
pub(crate) const CRASH: &str = "crash\n";
/// The bomber from the manual.
pub(crate) const BOMBER: &str =
    "write crash [i]+[a]+4\nwrite crash [i]+[a]+4\nstore [a]+2 a\nstore [i]-4 i\n";
/// The sweepers from the manual.
pub(crate) const SWEEPER: &str = "[+]+[<[+]+]\n";
pub(crate) const SMART: &str = "[+]+[[[+]+<++++++][+]+[<][+]+]d\n";

/// The longest that any command may take, which is far more than any needs.
const PATIENCE: Duration = Duration::from_mins(1);

/// The output formats.
pub(crate) const FORMS: [&str; 4] = ["text", "json", "jsonl", "csv"];

/// A temporary folder in which `bout` is run.
pub(crate) struct Sandbox(TempDir);

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// Creates a sandbox with the usual programs.
    pub(crate) fn with_programs() -> Self {
        let sandbox = Self::new();
        for (name, text) in [
            ("wait.crash", WAIT),
            ("crash.crash", CRASH),
            ("bomber.crash", BOMBER),
            ("sweeper.esowar", SWEEPER),
            ("smart.esowar", SMART),
        ] {
            sandbox.file(name, text);
        }
        sandbox
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Returns the names in a folder, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Returns the folder for compiled bots. It is hidden, so that tests that list the sandbox do
    /// not see it.
    pub(crate) fn cache(&self) -> PathBuf {
        self.path(".cache")
    }

    /// Returns `bout` as a command that can be changed before it is run.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(program());
        command.args(args).current_dir(self.0.path());
        command.env_remove("RUST_BACKTRACE").env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        command.env("BOUT_CACHE_DIR", self.cache());
        command
    }

    pub(crate) fn bout<S: AsRef<OsStr>>(&self, args: &[S]) -> Run {
        self.bout_with(args, b"")
    }

    /// Runs `bout` with `input` on standard input.
    pub(crate) fn bout_with<S: AsRef<OsStr>>(&self, args: &[S], input: &[u8]) -> Run {
        let mut command = assert_cmd::Command::from_std(self.command(args));
        let output = command.write_stdin(input).timeout(PATIENCE).ok();
        let output = output.unwrap_or_else(|error| error.as_output().expect("it ran").clone());
        Run::of(output)
    }

    /// Runs a shell script in the sandbox, with `$BOUT` set.
    pub(crate) fn shell(&self, script: impl AsRef<OsStr>) -> Run {
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).current_dir(self.0.path());
        command.env("BOUT", program()).env_remove("RUST_BACKTRACE");
        command.env("BOUT_CACHE_DIR", self.cache());
        Run::of(command.output().unwrap())
    }
}

/// The `bout` to test: the one built with the tests, or another one, for example in an emulator.
fn program() -> OsString {
    std::env::var_os("BOUT_UNDER_TEST").unwrap_or_else(|| env!("CARGO_BIN_EXE_bout").into())
}

/// The result of a command.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl std::fmt::Debug for Run {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { code, out: stdout, err, .. } = self;
        let start: String = stdout.chars().take(2000).collect();
        out.debug_struct("Run")
            .field("code", code)
            .field("out", &start)
            .field("err", err)
            .finish_non_exhaustive()
    }
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        let run = Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            stdout: output.stdout,
            stderr: output.stderr,
        };
        assert!(!run.err.contains("panicked"), "it panicked: {run:#?}");
        run
    }

    /// Checks that the command succeeded without messages. Notes about several tournaments in one
    /// folder are allowed, because many tests play several.
    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        let said: Vec<&str> = self
            .said()
            .into_iter()
            .filter(|line| !line.starts_with("contest.lock was of another contest"))
            .collect();
        assert_eq!((self.code, said), (Some(0), vec![]), "{self:#?}");
        self
    }

    /// Returns the lines on standard error without progress, which only slow machines show.
    pub(crate) fn said(&self) -> Vec<&str> {
        self.err.lines().filter(|line| !is_progress(line)).collect()
    }

    /// Checks that the command ended with this code and gave a reason on standard error.
    #[track_caller]
    pub(crate) fn fails(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(self.err.contains("error"), "{self:#?}");
        self
    }

    /// Checks that standard error has all of these words.
    #[track_caller]
    pub(crate) fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "no {word:?} in {self:#?}");
        }
        self
    }

    /// Checks that standard output has all of these words.
    #[track_caller]
    pub(crate) fn prints(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.out.contains(word), "no {word:?} in {self:#?}");
        }
        self
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    #[track_caller]
    pub(crate) fn jsonl(&self) -> Vec<Value> {
        assert!(self.out.is_empty() || self.out.ends_with('\n'), "{self:#?}");
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
            .collect()
    }

    /// Returns the header and the rows, and checks that all rows have as many fields as the header.
    #[track_caller]
    pub(crate) fn csv(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let mut reader = csv::Reader::from_reader(self.stdout.as_slice());
        let fields = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
        let header = fields(reader.headers().unwrap());
        let rows = reader.records().map(|row| fields(&row.unwrap())).collect();
        (header, rows)
    }
}

/// Whether a file name ends in `.ending`.
pub(crate) fn ends_in(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == ending)
}

/// Returns the keys of an object in order.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Whether a line is like `play: 11 of 12 matches, 1 per second, about 1 s left`.
fn is_progress(line: &str) -> bool {
    let words: Vec<&str> = line.split_once(": ").map_or(vec![], |(_, rest)| rest.split(' ').collect());
    let is_number = |word: &str| word.chars().all(|one| one.is_ascii_digit() || one == ',');
    matches!(words[..], [done, "of", all, ..] if is_number(done) && is_number(all))
}

/// Sends a signal to a process that the test has started.
pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status();
    assert!(sent.unwrap().success());
}

/// Waits for a process with a time limit. Kills it and returns `None` if it is still running then.
pub(crate) fn wait_for(child: &mut Child, patience: Duration) -> Option<std::process::ExitStatus> {
    let end = Instant::now() + patience;
    while Instant::now() < end {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Returns a port that nobody listens on now. Another process may take it before it is used.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
    listener.local_addr().expect("it has an address").port()
}

/// Returns an export in version 2 of the format, which has no checksums, so that bout still reads
/// it after a change by hand.
pub(crate) fn without_checksums(export: &str) -> String {
    let lines = export.lines().map(|line| format!("{}}}\n", line.rsplit_once(r#","sum":""#).unwrap().0));
    let mut lines: Vec<String> = lines.collect();
    lines[0] = lines[0].replace(r#""version":3"#, r#""version":2"#);
    let last = lines.len() - 1;
    lines[last] = format!("{{\"end\":{{\"lines\":{last}}}}}\n");
    lines.concat()
}
