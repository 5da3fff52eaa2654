//! The arguments of commands that work on files of programs.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use games::{RegisteredGame, registry};

use super::{GameOption, OutputOption, game_parser};

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_parser())]
    game: String,

    /// The folder to create; it may exist, but existing files are never replaced
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

impl NewArgs {
    pub(crate) fn game(&self) -> &'static dyn RegisteredGame {
        registry::by_name(&self.game).expect("clap knows the names")
    }
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Program files, folders, or `-`
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Suppress a warning; `bout games` lists the codes
    #[arg(long, value_name = "CODE", value_parser = PossibleValuesParser::new(warning_codes()))]
    pub(crate) allow: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}

fn warning_codes() -> Vec<&'static str> {
    registry::REGISTRY.iter().flat_map(|game| game.warnings()).map(|warning| warning.code).collect()
}

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Program files and folders, changed in place; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "PROGRAM")]
    pub(crate) programs: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Change nothing; list the files that are not in canonical form, and exit with code 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
}
