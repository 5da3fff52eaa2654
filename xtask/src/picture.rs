//! Makes the pictures in the README, an animation and a still picture of matches, with `bout view`.
//!
//! The pictures therefore depend on the rules, the examples and the rendering of films. The check in
//! `test.sh` fails when they are out of date.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use clap::Args;

use crate::workspace::{root, said_by};

/// The picture files in the repository, and the arguments with which `bout view` makes them.
const PICTURES: [(&str, &[&str]); 2] = [
    (
        "docs/match.svg",
        &[
            "crates/bout/examples/snakes/planner.c",
            "crates/bout/examples/snakes/strategist.c",
            "--theme",
            "light",
        ],
    ),
    (
        "docs/match.png",
        &[
            "crates/bout/examples/esowar/hydra.esowar",
            "crates/bout/examples/esowar/trapper.esowar",
            "--seed",
            "5",
        ],
    ),
];

#[derive(Args)]
pub(crate) struct Options {
    /// The bout that plays.
    #[arg(long, default_value = "target/debug/bout")]
    bout: PathBuf,
    /// Writes nothing; fails if a picture would be another one.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    let mut pictures = PICTURES.into_iter();
    match pictures.try_for_each(|(file, arguments)| write(options, file, arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(options: &Options, file: &str, arguments: &[&str]) -> io::Result<()> {
    let path = root().join(file);
    let folder = tempfile::tempdir()?;
    let made = folder.path().join(path.file_name().expect("it is a file"));
    let mut command = Command::new(fs::canonicalize(&options.bout)?);
    command.arg("view").args(arguments).arg("--out").arg(&made).current_dir(root());
    said_by(&mut command)?;
    let picture = fs::read(made)?;
    if !options.check {
        return fs::write(path, picture);
    }
    if fs::read(path).is_ok_and(|there| there == picture) {
        return Ok(());
    }
    Err(io::Error::other(format!("{file} does not show today's match; `cargo xtask picture` makes it anew")))
}
