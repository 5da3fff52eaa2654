//! `bout view` as users type it.

use std::path::PathBuf;

use clap::Args;
use game::Rules;

use super::{GameOption, Isolation, SetupOptions, parsed_rules};
use crate::failure::Failure;

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    /// A record (.bout); or the programs of a match that is played first, in the order of their seats
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) files: Vec<PathBuf>,

    /// Where to begin: a turn, such as 100 or 50%, or `end`
    #[arg(long, value_name = "TURN", default_value = "0")]
    pub(crate) at: String,

    /// Write the match as a web page instead, which plays it in any browser, without a network
    #[arg(short, long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// The seed that the setup of a match of programs is drawn from: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
    pub(crate) seed: u64,

    /// A parameter of a match of programs, such as `max_turns=5000`; see `bout games`
    #[arg(long, value_name = "KEY=VALUE", allow_hyphen_values = true)]
    rules: Vec<String>,

    #[command(flatten)]
    pub(crate) setup: SetupOptions,

    /// How programs that are foreign code are kept apart, where they are asked
    #[arg(long, value_enum, default_value_t = Isolation::Reset)]
    pub(crate) isolation: Isolation,
}

impl ViewArgs {
    /// Whether something is given that no record is asked for.
    pub(crate) fn asks_for_a_match(&self) -> bool {
        !self.rules.is_empty() || !self.setup.wished().is_empty()
    }

    /// The parameters that were given.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }
}
