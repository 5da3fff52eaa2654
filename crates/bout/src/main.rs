//! bout: an arena for programming games.

mod cli;
mod commands;
mod contest;
mod database;
mod diagnostics;
mod draft;
mod enclosed;
mod evolve;
mod examples;
mod failure;
mod file_name;
mod foreign;
mod hill;
mod input;
mod interrupt;
mod names;
mod output;
mod own_folder;
mod pgn;
mod programs;
mod rankings;
mod recorder;
mod rules_table;
mod setups;
mod standings;
mod war;
mod web_page;

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
        Command::Ask(args) => commands::ask::run(&args),
        Command::Doctor(args) => commands::doctor::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::New(args) => commands::new::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Exact(args) => commands::exact::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Evolve(args) => commands::evolve::run(&args),
        Command::Hill(args) => commands::hill::run(&args),
        Command::War(args) => commands::war::run(&args),
        Command::Watch(args) => commands::watch::run(&args),
        Command::Rejudge(args) => commands::rejudge::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::View(args) => commands::view::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Completions { shell } => commands::completions::run(shell),
        Command::Licenses(args) => commands::licenses::run(&args),
        Command::Man(args) => commands::man::run(&args),
    }
}
