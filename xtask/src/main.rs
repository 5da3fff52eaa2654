//! The project's own checks and measurements: `cargo xtask --help`.

mod bench;
mod dependencies;

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
    /// Checks that crates depend only on those they may depend on.
    Dependencies,
}

fn main() -> ExitCode {
    match Task::parse() {
        Task::Bench { rounds, game } => bench::run(rounds, game.as_deref()),
        Task::Dependencies => return dependencies::check(),
    }
    ExitCode::SUCCESS
}
