//! Runs the two processes whose times are compared: the plain interpreter in C, and bout's engine.
//!
//! Compares the processor time of the whole processes, since other load on the machine affects it less than
//! the elapsed time.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use tempfile::TempDir;

use super::Played;

/// The folder with the plain interpreters.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/plain");

/// A folder with the compiled interpreters and with input and output files, and the path of the engine.
pub(super) struct Bench {
    folder: TempDir,
    engine: PathBuf,
}

/// How much is printed about a match.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shown {
    /// Who won and when, and how each player died.
    Outcome,
    /// Also the registers, and a hash of the board or memory.
    State,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Side {
    Plain,
    Engine,
}

impl Bench {
    /// Compiles the engine, and the interpreters into a new folder, which is deleted when the bench is
    /// dropped.
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        for game in [Played::Esowar, Played::Crash] {
            let source = Path::new(SOURCES).join(game.name()).with_extension("c");
            let mut gcc = Command::new("gcc");
            gcc.args(["-O2", "-Wall", "-Wextra", "-Werror", "-std=c11", "-o"]);
            let status = gcc.arg(folder.path().join(game.name())).arg(&source).status()?;
            if !status.success() {
                return Err(io::Error::other(format!("gcc does not compile {}", source.display())));
            }
        }
        Ok(Self { folder, engine: engine()? })
    }

    /// Lets one side play these matches in a new process. Returns its output and its processor time.
    pub(super) fn play(&self, side: Side, work: &Input<'_>) -> io::Result<(String, Duration)> {
        let played = self.play_within(side, work, Duration::MAX)?;
        Ok(played.expect("nothing takes for ever"))
    }

    /// Like [`Bench::play`], but returns `None` if the process takes longer than `most` in elapsed time.
    pub(super) fn play_within(
        &self,
        side: Side,
        work: &Input<'_>,
        most: Duration,
    ) -> io::Result<Option<(String, Duration)>> {
        let (input, output) = (self.folder.path().join("in"), self.folder.path().join("out"));
        std::fs::write(&input, work.text)?;
        let mut command = self.command(side, work);
        command.stdin(File::open(&input)?).stdout(File::create(&output)?).stderr(Stdio::inherit());
        let start = Instant::now();
        let mut child = command.spawn()?;
        let Some(took) = processor_time(&child, start, most)? else {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        };
        let status = child.wait()?;
        if !status.success() {
            return Err(io::Error::other(format!("{command:?} fails: {status}")));
        }
        Ok(Some((std::fs::read_to_string(output)?, took)))
    }

    fn command(&self, side: Side, work: &Input<'_>) -> Command {
        let name = work.game.name();
        let mut command = match side {
            Side::Plain => Command::new(self.folder.path().join(name)),
            Side::Engine => {
                let mut command = Command::new(&self.engine);
                command.arg(name);
                command
            }
        };
        if work.shown == Shown::State {
            command.arg("state");
        }
        command
    }
}

/// How often to check whether a process with a time limit has ended.
const LOOK: Duration = Duration::from_millis(1);

/// Waits for the end of a process without reaping it, and returns its processor time. `None` if it still runs
/// after `most`.
fn processor_time(child: &Child, start: Instant, most: Duration) -> io::Result<Option<Duration>> {
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("a process has a number");
    let mut options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    if most < Duration::MAX {
        options |= WaitIdOptions::NOHANG;
    }
    while waitid(WaitId::Pid(id), options)?.is_none() {
        if start.elapsed() > most {
            return Ok(None);
        }
        std::thread::sleep(LOOK);
    }
    // Not every kernel counts processor time. If it does not, the elapsed time has to do.
    let counted = std::fs::read_to_string(format!("/proc/{}/schedstat", child.id())).unwrap_or_default();
    let nanoseconds = counted.split(' ').next().and_then(|first| first.parse().ok()).filter(|&time| time > 0);
    Ok(Some(nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)))
}

/// Compiles the engine into the folder of this program, and returns its path.
fn engine() -> io::Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["rustc", "--quiet", "--release", "--locked", "--bin", "speed-engine", "--"]);
    // Links statically, so that no time is spent on dynamic linking at its start.
    cargo.args(["-Ctarget-feature=+crt-static", "-Crelocation-model=static"]);
    if !cargo.status()?.success() {
        return Err(io::Error::other("the engine cannot be compiled"));
    }
    Ok(std::env::current_exe()?.with_file_name("speed-engine"))
}

/// The input of a process.
pub(super) struct Input<'a> {
    pub(super) game: Played,
    pub(super) text: &'a str,
    pub(super) shown: Shown,
}
