//! bout: an arena for programming games.

mod batch;
mod cli;
mod commands;
mod diagnostics;
mod examples;
mod failure;
mod input;
mod interrupt;
mod names;
mod output;
mod programs;
mod recorder;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Demo(args) => commands::demo::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Completions { shell } => commands::completions::run(shell),
        Command::Man(args) => commands::man::run(&args),
    }
}
