//! The two whole processes whose times are compared: the plain interpreter in C, and bout's engine.
//!
//! What is compared is the time that a process had a processor, from its start to its end: who else has one meanwhile
//! changes that less than what a clock shows.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use tempfile::TempDir;

use super::Played;

/// Where the plain interpreters are.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/plain");

/// A folder with the compiled interpreters, and with what goes in and out; and the engine.
pub(super) struct Bench {
    folder: TempDir,
    engine: PathBuf,
}

/// How much is printed of a match.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Shown {
    /// Who won, when, and who died of what.
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
    /// Compiles the interpreters into a new folder, which is deleted with the bench, and the engine.
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

    /// Lets one side play these matches in a process of its own: what it prints, and its processor time.
    pub(super) fn play(&self, side: Side, work: &Input<'_>) -> io::Result<(String, Duration)> {
        let played = self.play_within(side, work, Duration::MAX)?;
        Ok(played.expect("nothing takes for ever"))
    }

    /// [`Bench::play`]; `None` if it takes longer than `most`, by the clock.
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

/// How often it is looked whether a process has ended that must not take longer than some time.
const LOOK: Duration = Duration::from_millis(1);

/// Waits for the end of a process without forgetting it, and says how long it had a processor. `None` if it goes on
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
    // Not every kernel counts; then the clock must do.
    let counted = std::fs::read_to_string(format!("/proc/{}/schedstat", child.id())).unwrap_or_default();
    let nanoseconds = counted.split(' ').next().and_then(|first| first.parse().ok()).filter(|&time| time > 0);
    Ok(Some(nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)))
}

/// Compiles the engine into the folder of this program, and says where it is.
fn engine() -> io::Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["rustc", "--quiet", "--release", "--locked", "--bin", "speed-engine", "--"]);
    // No libraries are to be found and put into place at its start.
    cargo.args(["-Ctarget-feature=+crt-static", "-Crelocation-model=static"]);
    if !cargo.status()?.success() {
        return Err(io::Error::other("the engine cannot be compiled"));
    }
    Ok(std::env::current_exe()?.with_file_name("speed-engine"))
}

/// What a process is given.
pub(super) struct Input<'a> {
    pub(super) game: Played,
    pub(super) text: &'a str,
    pub(super) shown: Shown,
}
