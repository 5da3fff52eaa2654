//! The arguments of `bout playground`.

use std::path::PathBuf;

use clap::Args;
use games::{RegisteredGame, registry};

#[derive(Debug, Args)]
pub(crate) struct PlaygroundArgs {
    /// The game that the page begins with
    #[arg(value_name = "GAME", value_parser = super::game_parser())]
    game: Option<String>,

    /// The file to write (.html)
    #[arg(short, long, value_name = "FILE", default_value = "playground.html")]
    pub(crate) out: PathBuf,

    /// Open what was written in a browser
    #[arg(long)]
    pub(crate) open: bool,
}

impl PlaygroundArgs {
    pub(crate) fn game(&self) -> Option<&'static dyn RegisteredGame> {
        registry::by_name(self.game.as_deref()?)
    }
}
