//! Builds for other platforms with Debian's cross compilers, and tests the result in an emulator.
//!
//! The compiler is Debian's `rustc-web`, and cargo builds the standard library for the platform from its
//! sources (`rust-web-src`), as `pack` does for WebAssembly. So Debian's packages are the only toolchain
//! needed. This command installs nothing.

mod play;
mod queue;
pub(crate) mod tools;

use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use clap::{Args, ValueEnum};

use tools::{AARCH64, WINDOWS};

use crate::workspace;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Crates whose tests run in the emulator. The tests of `bout` start programs, which an emulator of one
/// process cannot do. They run on this machine and start `bout` in the emulator.
const TESTED: &[&str] = &[
    "bout-game",
    "bout-games",
    "bout-record",
    "bout-referee",
    "bout-tournament",
    "bout-jobs",
    "bout-store",
    "bout-evolve",
    "bout-viewer",
    "bout-report",
    "bout-terminal",
    "bout-page",
    "bout-sandbox",
    "bout-guests",
];

/// A filter for the tests of the command line that need neither a compiler nor perl. It also leaves out tests
/// that need a process of their own, which a process in an emulator is not.
const COMMANDS: &str =
    "not (binary(~snakes) + binary(~perlwar) + binary(~war) + binary(interrupt) + test(snakes) + test(perl))";

/// What is built, for what, and what is done with it.
#[derive(Args)]
pub(crate) struct Options {
    /// For which platform.
    platform: Platform,
    /// Only these steps.
    #[arg(long)]
    step: Vec<Step>,
    /// Only the tests of these crates.
    #[arg(long)]
    package: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Platform {
    /// Linux on 64-bit ARM, in qemu-user.
    Aarch64,
    /// 64-bit Windows, in wine.
    Windows,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Step {
    /// Compiles everything, tests too, with warnings as errors.
    Check,
    /// Runs the tests of the crates in the emulator.
    Tests,
    /// Runs the tests of the command line, which do without foreign code, on the program in the emulator.
    Commands,
    /// Plays, replays and shows the same with the program in the emulator and with that of this machine, and compares.
    Play,
    /// Lets the program in the emulator play batches for a coordinator on this machine, and compares.
    Queue,
}

pub(crate) fn run(options: &Options) -> ExitCode {
    match execute(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn execute(options: &Options) -> io::Result<()> {
    let tools = match options.platform {
        Platform::Aarch64 => AARCH64,
        Platform::Windows => WINDOWS,
    };
    tools.look_for()?;
    tools.make_library()?;
    let is_wanted = |step| options.step.is_empty() || options.step.contains(&step);
    if is_wanted(Step::Check) {
        let without = tools.not_for.iter().flat_map(|package| ["--exclude", package]);
        done(tools.cargo("check").args(["--workspace", "--all-targets"]).args(without))?;
    }
    if is_wanted(Step::Tests) {
        let packages: Vec<&str> = match options.package.as_slice() {
            [] => TESTED.to_vec(),
            some => some.iter().map(String::as_str).collect(),
        };
        let packages = packages.iter().flat_map(|package| ["--package", package]);
        done(tools.cargo("nextest run").arg("--no-fail-fast").args(packages))?;
    }
    if is_wanted(Step::Commands) || is_wanted(Step::Play) {
        done(tools.cargo("build").args(["--package", "bout"]))?;
    }
    if is_wanted(Step::Queue) && !is_wanted(Step::Commands) && !is_wanted(Step::Play) {
        // A worker needs neither the web site nor PostgreSQL.
        done(tools.cargo("build").args([
            "--package",
            "bout",
            "--no-default-features",
            "--features",
            "queue",
        ]))?;
    }
    let bout = tools.bout()?;
    if is_wanted(Step::Commands) {
        let mut tests = Command::new("cargo");
        tests.current_dir(ROOT).args(["nextest", "run", "--locked", "--package", "bout", "--no-fail-fast"]);
        done(tests.args(["-E", COMMANDS]).env("BOUT_UNDER_TEST", &bout))?;
    }
    if is_wanted(Step::Play) {
        done(Command::new("cargo").current_dir(ROOT).args(["build", "--locked", "--package", "bout"]))?;
        play::compare(&Path::new(ROOT).join("target/debug/bout"), &bout, &tools)?;
    }
    if is_wanted(Step::Queue) {
        done(Command::new("cargo").current_dir(ROOT).args(["build", "--locked", "--package", "bout"]))?;
        queue::compare(&Path::new(ROOT).join("target/debug/bout"), &bout)?;
    }
    Ok(())
}

/// Prints a command and runs it. Returns an error if it fails.
fn done(command: &mut Command) -> io::Result<()> {
    println!("== {command:?}");
    workspace::done(command)
}
