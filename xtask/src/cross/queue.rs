//! Lets a worker in the emulator play batches for a coordinator on this machine. The table and the results
//! must be those of a tournament without a queue.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::ROOT;
use crate::queue_server::{Running, Server};

/// The tournaments: a game that runs no foreign code, and further arguments.
const TOURNAMENTS: [(&str, &[&str]); 3] = [
    ("esowar", &["--games", "4"]),
    ("crash", &["--score", "sampled", "--games", "100"]),
    ("crash", &["--schedule", "swiss", "--rounds", "3", "--games", "40"]),
];

/// Plays the tournaments without a queue, then with a worker of the other `bout`. Returns an error if
/// anything differs.
pub(super) fn compare(native: &Path, other: &Path) -> io::Result<()> {
    let arena = Arena { bout: native.canonicalize()?, folder: tempfile::tempdir()? };
    let server = Server::start(&arena.path("jetstream"), &[]);
    let url = server.url();
    let mut worker = Command::new(other);
    worker.args(["worker", "--queue", &url, "--threads", "2", "--name", "emulated"]).stdin(Stdio::null());
    let _worker = Running::start(worker.current_dir(&arena.folder));
    for (at, (game, more)) in TOURNAMENTS.iter().enumerate() {
        let examples = Path::new(ROOT).join("crates/bout/examples").join(game);
        let play = |results: &str, queue: &[&str]| {
            let examples = examples.display().to_string();
            let args = ["tournament", &examples, "--output", "json", "--results", results];
            arena.output(&[&args[..], more, queue].concat())
        };
        let [near, far] = ["near", "far"].map(|name| format!("{name}{at}"));
        let here = play(&near, &[])?;
        let over_queue = play(&far, &["--queue", &url, "--audit", "0"])?;
        let export = |results: &str| arena.output(&["export", &format!("{results}/contest.db")]);
        if over_queue != here || export(&far)? != export(&near)? {
            return Err(io::Error::other(format!(
                "a tournament of {game} has another table or other results"
            )));
        }
        println!("{game} {}: the same table and results", more.join(" "));
    }
    Ok(())
}

struct Arena {
    bout: PathBuf,
    folder: TempDir,
}

impl Arena {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command that must succeed, and returns what it prints.
    fn output(&self, args: &[&str]) -> io::Result<Vec<u8>> {
        let cache = self.path("cache");
        fs::create_dir_all(&cache)?;
        let mut command = Command::new(&self.bout);
        command.args(args).current_dir(&self.folder).env("BOUT_CACHE_DIR", cache).stdin(Stdio::null());
        let output = command.stderr(Stdio::inherit()).output()?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        Err(io::Error::other(format!("`bout {}` ends with {}", args.join(" "), output.status)))
    }
}
