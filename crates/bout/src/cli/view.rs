//! The arguments of `bout view`.

use std::path::PathBuf;

use clap::Args;
use contests::Failure;
use game::Rules;

use super::{GameOption, IsolationArg, SetupOptions, parsed_rules};

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    /// A record (.bout), or programs in the order of their seats, whose match is played first
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) files: Vec<PathBuf>,

    /// The turn to start at, such as 100, 50% or `end`
    #[arg(long, value_name = "TURN", default_value = "0")]
    pub(crate) at: String,

    /// Write the match as a web page instead, which plays it in any browser, even offline
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,

    /// Open the page in a browser (with --out)
    #[arg(long, requires = "out")]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// The seed for drawing the setup of a new match: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(crate) seed: u64,

    /// Set a parameter of a new match, such as `max_turns=5000`; `bout games` lists them
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    #[command(flatten)]
    pub(crate) setup: SetupOptions,

    /// How calls of a program's foreign code are isolated, when a match is played
    #[arg(long, value_enum, default_value_t = IsolationArg::Reset)]
    isolation: IsolationArg,
}

impl ViewArgs {
    pub(crate) fn isolation(&self) -> contests::Isolation {
        self.isolation.into()
    }

    /// Returns true if an option is given that only makes sense for a new match, not for a record.
    pub(crate) fn asks_for_a_match(&self) -> bool {
        !self.rules.is_empty() || !self.setup.given().is_empty()
    }

    /// Returns the parameters given by the user.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }
}
