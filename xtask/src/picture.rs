//! The picture at the top of the README: a film of a match of Snakes, as `bout view` makes it.
//!
//! So it shows the rules, the examples and the films as they are, and the check in `test.sh` notices when it does not.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::workspace::{root, said_by};

/// Where the picture is, in the repository.
const PICTURE: &str = "docs/match.svg";

/// The players, by their files.
const PLAYERS: [&str; 2] =
    ["crates/bout/examples/snakes/planner.c", "crates/bout/examples/snakes/strategist.c"];

#[derive(Args)]
pub(crate) struct Options {
    /// The bout that plays.
    #[arg(long, default_value = "target/debug/bout")]
    bout: PathBuf,
    /// Writes nothing; fails if the picture would be another one.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    match write(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(options: &Options) -> io::Result<()> {
    let path = root().join(PICTURE);
    let folder = tempfile::tempdir()?;
    let made = folder.path().join("match.svg");
    let mut command = Command::new(fs::canonicalize(&options.bout)?);
    command.arg("view").args(PLAYERS).args(["--theme", "light", "--out"]).arg(&made).current_dir(root());
    said_by(&mut command)?;
    let picture = fs::read(made)?;
    if !options.check {
        return fs::write(path, picture);
    }
    if fs::read(path).is_ok_and(|there| there == picture) {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "{PICTURE} does not show today's match; `cargo xtask picture` makes it anew"
    )))
}
