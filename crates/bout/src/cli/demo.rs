//! The arguments of `bout demo`.

use std::path::PathBuf;

use clap::Args;

use super::whole_number::whole_number;
use super::{GameOption, PagesOption, PlayingOptions};

#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    #[command(flatten)]
    pub(crate) game: GameOption,

    /// Matches per pair, rounded up to an even number: half in each order [default: 4, or 2 for foreign code]
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>(1..=1_000_000))]
    pub(crate) games: Option<u64>,

    /// The report: one HTML page, and next to it a folder of matches to watch
    #[arg(short = 'o', value_name = "FILE.html", default_value = "bout-demo.html")]
    pub(crate) page: PathBuf,

    #[command(flatten)]
    pub(crate) pages: PagesOption,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}
