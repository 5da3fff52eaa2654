//! bout: an arena for programming games.

mod anchor;
mod cli;
mod client;
mod commands;
mod diagnostics;
mod environments;
mod examples;
mod failure;
mod fitted_table;
mod input;
mod interrupt;
mod limits;
mod match_film;
mod names;
mod output;
mod overwrite;
mod pgn;
mod players;
mod progress;
mod rankings;
mod site_client;
mod standings;
mod terminal_player;
mod web_page;
mod window;

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use clap::Parser;
use contests::Failure;

use cli::{Cli, Command};

/// The stack size of the thread that runs commands. The main thread's stack depends on the shell (`ulimit -s`), and a
/// stack that is too small would kill the process silently.
const STACK_BYTES: usize = 8 << 20;

fn main() -> ExitCode {
    limits::survive_long_files();
    let command = || match limits::check().and_then(|()| run(Cli::parse())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure::report(&failure),
    };
    match thread::Builder::new().name("bout".into()).stack_size(STACK_BYTES).spawn(command) {
        Ok(running) => running.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(error) => failure::report(&Failure::Machine(format!("cannot start a thread: {error}"))),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    #[cfg(all(feature = "serve", feature = "postgres"))]
    if !matches!(cli.command, Command::ServeWorker) {
        web::reach_results();
    }
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
        #[cfg(feature = "queue")]
        Command::Worker(args) => commands::worker::run(&args),
        #[cfg(feature = "queue")]
        Command::Queue(args) => commands::queue::run(&args),
        Command::Rate(args) => commands::rate::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Evolve(args) => commands::evolve::run(&args),
        Command::Hill(args) => commands::hill::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => commands::serve::run(&args),
        #[cfg(feature = "serve")]
        Command::Admin(args) => commands::admin::run(&args),
        #[cfg(feature = "serve")]
        Command::ServeWorker => commands::serve::work(),
        #[cfg(feature = "serve")]
        Command::ServeLauncher { folder } => commands::serve::start_workers(&folder),
        #[cfg(feature = "serve")]
        Command::ServeTrial => web::attempt(),
        Command::Login(args) => commands::login::log_in(&args),
        Command::Logout(args) => commands::login::log_out(&args),
        Command::Submit(args) => commands::submit::run(&args),
        Command::War(args) => commands::war::run(&args),
        Command::Watch(args) => commands::watch::run(&args),
        Command::Rejudge(args) => commands::rejudge::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Import(args) => commands::import::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::View(args) => commands::view::run(&args),
        Command::Playground(args) => commands::playground::run(&args),
        Command::Lsp(args) => commands::lsp::run(&args),
        Command::Conform(args) => commands::conform::run(&args),
        Command::Completions { shell } => commands::completions::run(shell),
        Command::Licenses(args) => commands::licenses::run(&args),
        Command::Man(args) => commands::man::run(&args),
    }
}
