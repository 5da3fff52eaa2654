//! The project's own checks and measurements: `cargo xtask --help`.

mod bench;
mod dependencies;
mod rate;
mod simulate;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// The project's own checks and measurements.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Measures the engines against their plain references, in the same run.
    Bench {
        /// Rounds; ratios are the median of them.
        #[arg(long, default_value_t = 9)]
        rounds: usize,
        /// Only what concerns this game.
        #[arg(long)]
        game: Option<String>,
    },
    /// Plays invented tournaments whose truth is known: how often ratings, ranks and the sequential test are right.
    Simulate {
        /// Simulated tournaments a row, and tests a scenario.
        #[arg(long, default_value_t = 10_000)]
        runs: u32,
        /// What they are drawn from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only this table.
        #[arg(long)]
        table: Option<simulate::Table>,
    },
    /// Rates results from elsewhere, to be held against other programs.
    Rate {
        /// CSV with a header line and the columns one, other, wins, draws, losses: names, and counts of games of the first.
        file: PathBuf,
        /// What is known before any result.
        #[arg(long, default_value = "weak")]
        prior: rate::Prior,
    },
    /// Checks that crates depend only on those they may depend on.
    Dependencies,
}

fn main() -> ExitCode {
    match Task::parse() {
        Task::Bench { rounds, game } => bench::run(rounds, game.as_deref()),
        Task::Simulate { runs, seed, table } => simulate::run(runs, seed, table),
        Task::Rate { file, prior } => {
            if let Err(error) = rate::run(&file, prior) {
                eprintln!("{}: {error}", file.display());
                return ExitCode::FAILURE;
            }
        }
        Task::Dependencies => return dependencies::check(),
    }
    ExitCode::SUCCESS
}
