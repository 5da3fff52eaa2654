//! The arguments of `bout view`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use contests::Failure;
use game::Rules;

use crate::match_film::Look;

use super::whole_number::whole_number;
use super::{GameOption, IsolationArg, SetupOptions, parsed_rules};

#[derive(Debug, Args)]
pub(crate) struct ViewArgs {
    /// A record (.bout), or programs in the order of their seats, whose match is played first
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) files: Vec<PathBuf>,

    /// The turn to start at, such as 100, 50% or `end`
    #[arg(long, value_name = "TURN", default_value = "0", conflicts_with = "out")]
    pub(crate) at: String,

    /// Write the match to a file instead: a web page that plays it in any browser (.html), a film of about 20 seconds (.gif, .svg,
    /// .webm, .mp4), or one picture of it (.png)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The size of a film or a picture in pixels [default: 640x480; of a .png 1200x630]
    #[arg(long, value_name = "WIDTHxHEIGHT", requires = "out")]
    pub(crate) size: Option<film::Size>,

    /// How long a film is at most
    #[arg(
        long, value_name = "N", requires = "out", default_value_t = 20,
        value_parser = whole_number::<u32>(u64::from(film::MIN_SECONDS)..=u64::from(film::MAX_SECONDS))
    )]
    pub(crate) seconds: u32,

    /// The colours of a film or a picture
    #[arg(long, value_enum, requires = "out", default_value_t = ThemeArg::Dark)]
    pub(crate) theme: ThemeArg,

    /// Open what was written, in a browser or in what shows such files (with --out)
    #[arg(long, requires = "out")]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) game: GameOption,

    /// The seed for drawing the setup of a new match: 0 to 18446744073709551615
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(0..=u64::MAX), allow_hyphen_values = true)]
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

/// The colours of a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeArg {
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
}

impl From<ThemeArg> for film::Theme {
    fn from(theme: ThemeArg) -> Self {
        match theme {
            ThemeArg::Light => Self::Light,
            ThemeArg::Dark => Self::Dark,
        }
    }
}

impl ViewArgs {
    pub(crate) fn isolation(&self) -> contests::Isolation {
        self.isolation.into()
    }

    /// Returns the appearance of the film.
    pub(crate) fn look(&self) -> Look {
        Look { size: self.size, seconds: self.seconds, theme: self.theme.into() }
    }

    /// Returns true if the user gave an option that applies only to a new match, not to a record.
    pub(crate) fn asks_for_a_match(&self) -> bool {
        !self.rules.is_empty() || self.setup.is_given()
    }

    /// Returns the parameters given by the user.
    pub(crate) fn rules(&self) -> Result<Rules, Failure> {
        parsed_rules(&self.rules)
    }
}
