//! The picture at the top of the README: a match of Snakes, as a moving picture that needs nothing but a browser.
//!
//! It is made of what `bout play --log` prints. So it shows the rules and the examples as they are, and the check in
//! `test.sh` notices when it does not.

mod drawing;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;

use crate::workspace::{root, said_by};

/// Where the picture is, in the repository.
const PICTURE: &str = "docs/match.svg";

/// The players, X first: their names, and their files among the examples.
const PLAYERS: [(&str, &str); 2] = [
    ("Planner", "crates/bout/examples/snakes/planner.c"),
    ("Strategist", "crates/bout/examples/snakes/strategist.c"),
];

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
    let winner = winner(&options.bout)?;
    let picture = drawing::picture(&boards(&options.bout)?, PLAYERS.map(|(name, _)| name), winner);
    if !options.check {
        return fs::write(path, picture);
    }
    if fs::read_to_string(path).is_ok_and(|there| there == picture) {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "{PICTURE} does not show today's match; `cargo xtask picture` makes it anew"
    )))
}

/// Plays the match. Returns what is printed.
fn played(bout: &Path, form: &[&str]) -> io::Result<String> {
    let mut command = Command::new(fs::canonicalize(bout)?);
    command.arg("play").args(PLAYERS.map(|(_, file)| file)).args(form).current_dir(root());
    said_by(&mut command)
}

/// Plays the match. Returns the seat of the winner.
fn winner(bout: &Path) -> io::Result<usize> {
    let said = played(bout, &["--output", "jsonl"])?;
    let outcome: serde_json::Value = serde_json::from_str(said.lines().next().unwrap_or_default())?;
    let winner = outcome["winner"].as_u64().and_then(|seat| usize::try_from(seat).ok());
    winner.ok_or_else(|| io::Error::other(format!("nobody wins this match: {said}")))
}

/// Plays the match. Returns the board before the first turn, and one after every turn.
fn boards(bout: &Path) -> io::Result<Vec<drawing::Board>> {
    let log = played(bout, &["--log"])?;
    log.trim_end()
        .split("\n\n")
        .map(|board| drawing::Board::read(board).ok_or_else(|| not_a_board(board)))
        .collect()
}

fn not_a_board(text: &str) -> io::Error {
    io::Error::other(format!("`bout play --log` prints what is not a board:\n{text}"))
}
