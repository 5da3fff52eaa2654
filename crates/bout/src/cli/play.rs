//! The arguments of `bout play`, and the parts of a setup that users give.

use std::path::PathBuf;

use clap::Args;
use contests::Failure;
use game::NamedLists;

use super::whole_number::whole_number;
use super::{GameOption, PlayingOptions};

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The programs in the order of their seats: files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    /// Number of matches; match 0 uses --seed itself, the others use seeds derived from it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(1..=1_000_000_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    /// Number of the first match to play, to continue where an earlier command stopped
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    pub(crate) from: u64,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,

    #[command(flatten)]
    pub(crate) setup: SetupOptions,

    /// Show the match in the terminal after playing it (one match only)
    #[arg(long)]
    pub(crate) view: bool,

    /// Print the text log of the match (Snakes)
    #[arg(long)]
    pub(crate) log: bool,
}

/// The parts of a setup that the user gives.
#[derive(Debug, Args)]
pub(crate) struct SetupOptions {
    /// Starting place of each program, instead of one drawn from the seed
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    start: Vec<u64>,

    /// Starting place of each robot (Esowar), instead of one drawn from the seed
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
    robots: Vec<u64>,

    /// Another list of the game's setup, instead of one drawn from the seed; `bout games` names them
    #[arg(long = "setup", value_name = "NAME=A,B,…", value_parser = named_list, allow_hyphen_values = true)]
    others: Vec<(String, Vec<u64>)>,
}

impl SetupOptions {
    /// Returns the setup lists that the user gave. All others are drawn from the seed.
    ///
    /// Fails if a list is given twice, because the two contradict each other.
    pub(crate) fn given(&self) -> Result<NamedLists, Failure> {
        let mut given = NamedLists::default();
        for (name, numbers) in [("start", &self.start), ("robots", &self.robots)] {
            if !numbers.is_empty() {
                given.set(name, numbers.clone());
            }
        }
        for (name, numbers) in &self.others {
            if given.get(name).is_some() {
                return Err(Failure::Usage(format!("--setup: `{name}` is given twice; expected it once")));
            }
            given.set(name.clone(), numbers.clone());
        }
        Ok(given)
    }

    /// Returns true if the user gave any part of the setup.
    pub(crate) fn is_given(&self) -> bool {
        !(self.start.is_empty() && self.robots.is_empty() && self.others.is_empty())
    }
}

/// Parses `name=1,2,3`.
fn named_list(text: &str) -> Result<(String, Vec<u64>), String> {
    let (name, numbers) = text.split_once('=').ok_or("expected NAME=A,B,…, such as start=100,5000")?;
    let number = |number: &str| {
        number.parse().map_err(|_| format!("`{number}` is not a number from 0 to {}", u64::MAX))
    };
    Ok((name.to_owned(), numbers.split(',').map(number).collect::<Result<_, _>>()?))
}
