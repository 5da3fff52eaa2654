//! The arguments of `bout compare`.

use std::path::PathBuf;

use clap::Args;

use super::whole_number::whole_number;
use super::{GameOption, PlayingOptions};

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The new version: a file, or `-`
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// The old version, which plays the same opponents: a file, or `-`
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// The opponents of both versions: files, or folders of programs
    #[arg(long, required = true, num_args = 1.., value_name = "PROGRAM")]
    pub(crate) against: Vec<PathBuf>,

    /// The improvement to test for, in points per game: from 0.001 to 0.9. Half the gap takes four times the games
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = gap, allow_hyphen_values = true)]
    pub(crate) gap: f64,

    /// Test that the new version is not worse than the old one by the gap or more
    #[arg(long)]
    no_worse: bool,

    /// The required confidence of the answer: from 0.5 to 0.999999
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = confidence, allow_hyphen_values = true)]
    pub(crate) confidence: f64,

    /// The most games per version, rounded up to whole rounds; after these the test ends undecided
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole_number::<u64>(1..=10_000_000), allow_hyphen_values = true)]
    pub(crate) games: u64,

    #[command(flatten)]
    pub(crate) game: GameOption,

    #[command(flatten)]
    pub(crate) queue: super::OptionalQueue,

    #[command(flatten)]
    pub(crate) playing: PlayingOptions,
}

/// The question about the new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CompareQuestion {
    /// Is it better?
    Better,
    /// Is it at least as good? For example, after a change that should make it simpler or faster.
    NoWorse,
}

impl CompareArgs {
    pub(crate) fn question(&self) -> CompareQuestion {
        if self.no_worse { CompareQuestion::NoWorse } else { CompareQuestion::Better }
    }
}

fn gap(text: &str) -> Result<f64, String> {
    within(text, 0.001, 0.9)
}

fn confidence(text: &str) -> Result<f64, String> {
    within(text, 0.5, 0.999_999)
}

fn within(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (least..=most).contains(number))
        .ok_or_else(|| format!("`{text}` is not a number from {least} to {most}"))
}
