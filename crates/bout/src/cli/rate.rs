//! The arguments of `bout rate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tournament::ratings::Confidence;

use super::OutputOption;
use super::tournament::confidence;
use crate::anchor::{self, Anchor};

/// What is known about ratings before any game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Prior {
    /// Each is near the mean, give or take 2000 points, so a player that won everything has a rating
    Weak,
    /// Nothing, as in most other programs
    None,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    /// Results of games, as CSV with a header or as JSON lines; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The confidence of intervals: from 0.5 to 0.9999
    #[arg(long, value_name = "SHARE", default_value = "0.95", value_parser = confidence, allow_hyphen_values = true)]
    pub(crate) confidence: Confidence,

    /// What is known before any game
    #[arg(long, value_enum, default_value_t = Prior::Weak)]
    pub(crate) prior: Prior,

    /// Fix the rating of one player; intervals are then those of distances from it
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor::parse)]
    pub(crate) anchor: Option<Anchor>,

    #[command(flatten)]
    pub(crate) output: OutputOption,
}
