//! The arguments of `bout evolve`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use contests::Failure;
use game::Rules;
use games::{RegisteredGame, registry};

use super::whole_number::whole_number;
use super::{OutputOption, ThreadsOption};

/// The games whose programs can be bred.
fn bred_games() -> PossibleValuesParser {
    let bred = registry::REGISTRY.iter().filter(|game| game.breeding().is_some());
    PossibleValuesParser::new(bred.map(|game| game.info().name))
}

#[derive(Debug, Args)]
pub(crate) struct EvolveArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = bred_games())]
    game: String,

    /// The opponents: a folder of programs or a program; may be given several times
    #[arg(long, value_name = "DIR", required = true)]
    pub(crate) against: Vec<PathBuf>,

    /// Programs to start with, in addition to random ones: files or folders
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) from: Vec<PathBuf>,

    /// The folder for the search's state and its best programs. A search with the same settings that is already there
    /// continues
    #[arg(short = 'o', long, value_name = "DIR", default_value = "evolved")]
    pub(crate) out: PathBuf,

    #[command(flatten)]
    pub(crate) queue: super::OptionalQueue,

    /// Continue the search in the folder; fail if there is none
    #[arg(long, conflicts_with = "fresh")]
    pub(crate) resume: bool,

    /// Start a new search, and discard any search in the folder
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Number of generations, including those of earlier commands
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_number::<u64>(1..=1_000_000_000), allow_hyphen_values = true)]
    pub(crate) generations: u64,

    /// Start no new generation after this many seconds
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>(1..=1_000_000_000), allow_hyphen_values = true)]
    pub(crate) seconds: Option<u64>,

    /// Stop once the best program is confirmed to score more than this share of all points, such as 0.6
    #[arg(long, value_name = "SCORE", value_parser = share, allow_hyphen_values = true)]
    pub(crate) target: Option<f64>,

    /// Games against each opponent to confirm the best program, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole_number::<u64>(1..=1_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    /// Programs per island, and new programs per island and generation
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = whole_number::<u16>(2..=10_000), allow_hyphen_values = true)]
    pub(crate) population: u16,

    /// Number of islands: separate populations that occasionally exchange programs
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole_number::<u16>(1..=64), allow_hyphen_values = true)]
    pub(crate) islands: u16,

    /// The seed of the search: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) seed: u64,

    /// Set a parameter of the game, such as `max_turns=5000`; `bout games` lists them
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    /// Set a parameter only for the games of the search, not for those that choose and confirm the best program
    /// [default: shorter games, see the manual]
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    quick: Vec<String>,

    #[command(flatten)]
    threads: ThreadsOption,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

impl EvolveArgs {
    pub(crate) fn game(&self) -> &'static dyn RegisteredGame {
        registry::by_name(&self.game).expect("clap knows the names")
    }

    /// Returns the parameters of the game.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        Rules::parse(&self.rules).map_err(|error| Failure::Usage(format!("--rules: {error}")))
    }

    /// Returns the parameters that the user gave for the search's own games.
    pub(crate) fn quick(&self) -> Result<Rules, Failure> {
        Rules::parse(&self.quick).map_err(|error| Failure::Usage(format!("--quick: {error}")))
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.count()
    }
}

/// Parses a share of all points.
fn share(text: &str) -> Result<f64, String> {
    let share: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err("it must be from 0 to below 1".into()) }
}
